package ui

import "fmt"

// The cards on the way from a damaged store to its backup.

// BackupCard asks whether a backup is to take the place of a damaged store. It
// is left by CardRestore when it is.
func BackupCard(file, when string, memories int, cause error) Card {
	what := fmt.Sprintf("%d memories", memories)
	if memories == 1 {
		what = "1 memory"
	}
	return Card{
		Title: "Restore this backup?",
		Lines: []string{
			file,
			fmt.Sprintf("It holds %s, as of %s. What came later is not in it.", what, when),
			"The damaged store is kept beside it. The backup is read and examined first; if it is not whole, nothing changes.",
		},
		Choices: []CardChoice{{"r", "restore it", CardRestore}, quitChoice},
		Err:     cause,
	}
}

// NoBackupCard says that no backup of a store is known.
func NoBackupCard(store string, cause error) Card {
	return Card{
		Title: "No backup of this store is known here",
		Lines: []string{
			store,
			"If you have one elsewhere: ebb restore-backup FILE --replace. It keeps the damaged store beside.",
			"ebb doctor says what is damaged.",
		},
		Choices: []CardChoice{quitChoice},
		Err:     cause,
	}
}

// NotRestoredCard says why a backup was not restored.
func NotRestoredCard(file string, err error) Card {
	return Card{
		Title:   "The backup was not restored",
		Lines:   []string{file, err.Error(), "The store is as it was. An older backup may be whole: ebb restore-backup FILE --replace."},
		Choices: []CardChoice{quitChoice},
		Err:     err,
	}
}

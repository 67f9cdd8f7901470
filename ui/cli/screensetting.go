package cli

import (
	"context"
	"fmt"
	"slices"

	"ebb/engine"
	"ebb/ui"
)

// screenSettings shows the settings of `ebb setting` on the screen.
type screenSettings struct{ engine *engine.Engine }

// List implements [ui.Settings].
func (s screenSettings) List() []ui.Setting {
	now, usual := s.engine.Settings(), engine.DefaultSettings()
	out := make([]ui.Setting, len(storeSettings))
	for i, set := range storeSettings {
		value := set.value(&now)
		out[i] = ui.Setting{Name: set.name, Value: settingText(value), Default: settingText(set.value(&usual)), About: set.about, Bounds: set.takes}
		switch value.(type) {
		case *bool:
			out[i].Choices = []string{"true", "false"}
		case *string:
			if set.name == "resolution_strategy" {
				out[i].Choices = strategyNames()
			}
		}
	}
	return out
}

// Set implements [ui.Settings].
func (s screenSettings) Set(ctx context.Context, name, text string) (string, error) {
	i := slices.Index(settingNames(), name)
	if i < 0 {
		return "", fmt.Errorf("there is no setting %q", name)
	}
	set := storeSettings[i]
	if now := s.engine.Settings(); settingText(set.value(&now)) == text {
		return name + " is so already", nil // a new store has none written yet
	}
	op, err := s.engine.SetSettings(ctx, func(all *engine.Settings) error { return set.set(all, text) }, engine.How{Actor: engine.You})
	switch {
	case err != nil:
		return "", inBounds(set, err)
	case op.ID == "":
		return name + " is so already", nil
	}
	return name + " is " + text + " · u to undo", nil
}

// screenFollowing shows the files that the store follows.
type screenFollowing struct{ engine *engine.Engine }

// List implements [ui.Following].
func (s screenFollowing) List() []string {
	var paths []string
	for _, f := range s.engine.Settings().Follows {
		paths = append(paths, f.Path)
	}
	return paths
}

// Stop implements [ui.Following].
func (s screenFollowing) Stop(ctx context.Context, path string) (string, error) {
	_, err := unfollow(ctx, s.engine, path, engine.How{Actor: engine.You})
	return "no longer following " + path, err
}

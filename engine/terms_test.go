package engine

import (
	"slices"
	"testing"
)

func TestTermsOf(t *testing.T) {
	tests := []struct {
		text        string
		all, quoted []string
	}{
		{"", nil, nil},
		{`  ""  " "`, nil, nil},
		{"Deploy  FREEZE", []string{"deploy", "freeze"}, nil},
		{`"Deploy  freeze" Résumé`, []string{"deploy freeze", "resume"}, []string{"deploy freeze"}},
		{`key "until the en`, []string{"key", "until the en"}, []string{"until the en"}},
		{`a 5" nail`, []string{"a", `5"`, "nail"}, nil},
		{`"デプロイ 手順"と`, []string{"デプロイ 手順", "と"}, []string{"デプロイ 手順"}},
	}
	for _, test := range tests {
		got := termsOf(test.text)
		if !slices.Equal(got.all, test.all) || !slices.Equal(got.quoted, test.quoted) {
			t.Errorf("%q: %q, quoted %q; want %q, quoted %q", test.text, got.all, got.quoted, test.all, test.quoted)
		}
	}
}

func TestShare(t *testing.T) {
	const text = "The deploy\n freeze begins in December; デプロイ手順"
	tests := map[string]float64{
		"deploy freeze":          1,
		`"deploy freeze"`:        1,
		`"freeze deploy"`:        0,
		`"deploy freeze" friday`: .5,
		`friday "freeze deploy"`: 0,
		"friday deploy":          .5,
		"デプロイ":                   1,
	}
	for query, want := range tests {
		terms := termsOf(query)
		if got := terms.share(text); got != want {
			t.Errorf("%s: %g, want %g", query, got, want)
		}
	}
}

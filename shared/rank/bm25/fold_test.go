package bm25

import "testing"

func TestWordsAreTheSameHoweverTheyAreEncoded(t *testing.T) {
	for word, want := range map[string]string{
		"CAFE\u0301":                  "café",
		"Ångström":                    "ångström",
		"A\u030Angstro\u0308m":        "ångström",
		"Tie\u0302\u0301ng":           "tiếng",
		"Tie\u0323\u0302p":            "tiệp",
		"ЁЖИК":                        "ёжик",
		"е\u0308жи\u0306":             "ёжй",
		"ΛΌΓΟΣ":                       "λόγοσ",
		"λο\u0301γος":                 "λόγοσ",
		"ＨＴＴＰ２":                       "http2",
		"x\u0301":                     "x\u0301",
		"plain":                       "plain",
		"\u212a":                      "k",
		"e\u0301\u0301":               "é\u0301",
		"\u0301":                      "\u0301",
		"q\u0303a\u0303o\u031B\u0301": "q\u0303ãớ",
	} {
		if got := string(AppendFolded([]byte("a"), []byte(word))); got != "a"+want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	for _, pair := range [][2]string{{"café", "cafe\u0301s"}, {"été", "e\u0301te\u0301"}, {"étage", "E\u0301tage"}, {"http", "ＨＴＴＰ"}, {"Σίσυφος", "ΣΊΣΥΦΟΣ"}} {
		m := NewMatcher(Parse(pair[0]).Terms)
		if len(m.Match([]byte(pair[1]))) != 1 {
			t.Errorf("%s does not find %q", pair[0], pair[1])
		}
	}
}

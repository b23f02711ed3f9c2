package main

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func split(text string) (words []string) {
	b := []byte(text)
	for start, end := nextWord(b, 0); start < len(b); start, end = nextWord(b, end) {
		words = append(words, string(b[start:end]))
	}
	return words
}

func TestWordsAreRunsOfLettersAndDigits(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"-- ...":                      "",
		"rate-limit, v1.2 of_it":      "rate limit v1 2 of it",
		"don't":                       "don t",
		"Größe naïve e\u0301te\u0301": "Größe naïve e\u0301te\u0301",
		"限制上传 HTTP请求":                 "限 制 上 传 HTTP 请 求",
		"アップロード":                      "ア ッ プ ロ ー ド",
		"업로드 제한":                      "업 로 드 제 한",
		"ограничения":                 "ограничения",
		"a\xffb":                      "a b",
		"x²":                          "x²",
	} {
		if got := strings.Join(split(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// slowWords is nextWord character by character.
func slowWords(text string) (words []string) {
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, word)
		}
		word = ""
	}
	for i, r := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			flush()
		case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r == 'ー':
			flush()
			if r >= 0x1100 {
				words = append(words, string(r))
			}
		case unicode.In(r, unicode.L, unicode.N), word != "" && unicode.In(r, unicode.M):
			word += string(r)
		default:
			flush()
		}
	}
	flush()
	return words
}

func FuzzWordsAreThoseOfTheSlowTwin(f *testing.F) {
	for _, s := range []string{"rate-limit v1.2", "Größe e\u0301", "限制上传 HTTP请求 アップロード 업로드", "a\xffb", "x² ½ Ⅷ", "\u0301a", "Kelvin \u212a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := split(text), slowWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		q := parseQuestion(text)
		m := newMatcher(q.terms)
		for _, w := range split(text) {
			functions := functionWord(string(appendFolded(nil, []byte(w))))
			if len(m.match([]byte(w))) == 0 && !functions && q.over == 0 {
				t.Errorf("%q: no term is like %q", text, w)
			}
		}
	})
}

func TestAQuestionIsItsWordsWithoutFunctionWords(t *testing.T) {
	for text, want := range map[string]string{
		"How are uploads rate-limited?": "uploads rate limited",
		"what is it":                    "what is it",
		"must ALL clients not retry":    "all clients not retry",
		"merge merging merges merge":    "merge",
		"->":                            "->",
		"限流 限流":                         "限 流",
		"Does the API's token expire":   "api token expire",
	} {
		q := parseQuestion(text)
		var got []string
		for _, x := range q.terms {
			got = append(got, x.text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if q := parseQuestion(strings.Repeat("a1 b2 c3 d4 ", 10) + many(maxTerms)); len(q.terms) != maxTerms || q.over == 0 {
		t.Errorf("%d terms, %d over", len(q.terms), q.over)
	}
}

// many returns n different words.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("w" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " ")
	}
	return b.String()
}

func TestAWordMatchesItsFormsAndWhatItBegins(t *testing.T) {
	for _, c := range []struct {
		term, word string
		want       string
	}{
		{"merge", "merging", "found, shorter"},
		{"merging", "MERGE", "found, shorter"},
		{"auth", "authentication", "found"},
		{"authentication", "auth", ""},
		{"main", "domain", ""},
		{"specs", "spec", "found, shorter"},
		{"spec", "specs", "found"},
		{"js", "json", ""},
		{"js", "JS", "found"},
		{"größe", "GRÖSSE", ""},
		{"größe", "Größen", "found"},
		{"éte", "Été", ""},
		{"été", "ÉTÉ", "found"},
		{"限", "限", "found"},
	} {
		m := newMatcher(parseQuestion(c.term).terms)
		got := ""
		for _, x := range m.match([]byte(c.word)) {
			got = "found"
			if !x.begins {
				got += ", shorter" // or it does not begin with the term for another reason
			}
		}
		if got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.term, c.word, got, c.want)
		}
	}
}

// A long run of letters that is not a word takes time in proportion to its length.
func TestLongRunsOfLettersAreReadAtOnce(t *testing.T) {
	text := strings.Repeat("y", 200_000) + " " + strings.Repeat("alphay", 40_000) + " alpha"
	if n := readAll(t, text, 256<<10, false)[0]; n.words != 3 || n.tallies[0].count[inBody] != 2 {
		t.Errorf("%d words, %v", n.words, n.tallies)
	}
	if q := parseQuestion(text); len(q.terms) != 3 {
		t.Errorf("%d terms", len(q.terms))
	}
}

// Rejecting a word by its first two bytes agrees with a full comparison.
func FuzzMatchesAreThoseOfAComparison(f *testing.F) {
	f.Add("merge limits is it", "Merging LIMIT İs I\u212a ıt")
	f.Add("ied say ayed sky", "i ai say says sai skies SKY")
	f.Add("été 限 K", "ÉTÉ Été 限制 \u212a k")
	f.Fuzz(func(t *testing.T, question, text string) {
		m := newMatcher(parseQuestion(question).terms)
		for _, w := range split(text) {
			low := string(appendFolded(nil, []byte(w)))
			if got, want := m.match([]byte(w)), m.compare(low); !slices.Equal(got, want) {
				t.Errorf("%q, %q: %v, want %v", question, w, got, want)
			}
		}
	})
}

// Cached matches are those of a comparison.
func TestMatchesStayTheSameWhenForgotten(t *testing.T) {
	m := newMatcher(parseQuestion("w wx alpha").terms)
	fresh := newMatcher(m.terms)
	for range 2 {
		for i := range maxKnown + 10 {
			m.match([]byte("w" + strings.Repeat("y", i%5) + string(rune('a'+i%26)) + string(rune(0x4e00+i))))
		}
		if !slices.Equal(m.match([]byte("Alpha")), fresh.match([]byte("alpha"))) {
			t.Error("the match of alpha is forgotten")
		}
	}
	if len(m.known) > maxKnown {
		t.Errorf("%d words are kept", len(m.known))
	}
}

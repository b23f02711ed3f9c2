package bm25

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func split(text string) (words []string) {
	b := []byte(text)
	for start, end := NextWord(b, 0); start < len(b); start, end = NextWord(b, end) {
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

// slowWords is NextWord character by character.
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
		q := Parse(text)
		m := NewMatcher(q.Terms)
		for _, w := range split(text) {
			functions := FunctionWord(string(AppendFolded(nil, []byte(w))))
			if len(m.Match([]byte(w))) == 0 && !functions && q.Over == 0 {
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
		q := Parse(text)
		var got []string
		for _, x := range q.Terms {
			got = append(got, x.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if q := Parse(strings.Repeat("a1 b2 c3 d4 ", 10) + many(MaxTerms)); len(q.Terms) != MaxTerms || q.Over == 0 {
		t.Errorf("%d terms, %d over", len(q.Terms), q.Over)
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
		{"merge", "merging", "form"},
		{"merging", "MERGE", "form"},
		{"auth", "authentication", "longer"},
		{"authentication", "auth", ""},
		{"main", "domain", ""},
		{"specs", "spec", "form"},
		{"spec", "specs", "form"},
		{"js", "json", ""},
		{"js", "JS", "same"},
		{"größe", "GRÖSSE", ""},
		{"größe", "Größen", "longer"},
		{"éte", "Été", ""},
		{"été", "ÉTÉ", "same"},
		{"限", "限", "same"},
		{"policy", "retryPolicy", "same"},
		{"retry", "RetriesHTTPNow", "form"},
		{"http", "RetriesHTTPNow", "same"},
		{"tries", "retryPolicy", ""},
	} {
		m := NewMatcher(Parse(c.term).Terms)
		got := ""
		for _, x := range m.Match([]byte(c.word)) {
			got = []string{"longer", "form", "same"}[x.Form]
		}
		if got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.term, c.word, got, c.want)
		}
	}
}

// Rejecting a word by its first two bytes agrees with a full comparison.
func FuzzMatchesAreThoseOfAComparison(f *testing.F) {
	f.Add("merge limits is it", "Merging LIMIT İs I\u212a ıt")
	f.Add("ied say ayed sky", "i ai say says sai skies SKY")
	f.Add("été 限 K", "ÉTÉ Été 限制 \u212a k")
	f.Fuzz(func(t *testing.T, question, text string) {
		m := NewMatcher(Parse(question).Terms)
		for _, w := range split(text) {
			low := string(AppendFolded(nil, []byte(w)))
			if got, want := m.Match([]byte(w)), m.compare(low); !slices.Equal(got, want) {
				t.Errorf("%q, %q: %v, want %v", question, w, got, want)
			}
		}
	})
}

// Cached matches are those of a comparison.
func TestMatchesStayTheSameWhenForgotten(t *testing.T) {
	m := NewMatcher(Parse("w wx alpha").Terms)
	fresh := NewMatcher(m.terms)
	for range 2 {
		for i := range maxKnown + 10 {
			m.Match([]byte("w" + strings.Repeat("y", i%5) + string(rune('a'+i%26)) + string(rune(0x4e00+i))))
		}
		if !slices.Equal(m.Match([]byte("Alpha")), fresh.Match([]byte("alpha"))) {
			t.Error("the match of alpha is forgotten")
		}
	}
	if len(m.known) > maxKnown {
		t.Errorf("%d words are kept", len(m.known))
	}
}

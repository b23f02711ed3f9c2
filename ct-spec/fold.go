package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendFolded appends word to dst in lower case, and in a form that does not depend on its
// encoding: letters with the marks of European scripts are one character, full-width forms become
// the ordinary ones, and a sigma is the same at the end of a word. That is as much of Unicode's
// NFKC as the words of a text need; the complete tables would cost more at the start of the program
// than the search.
func appendFolded(dst, word []byte) []byte {
	begin := len(dst)
	for i := 0; i < len(word); {
		c := word[i]
		if c < utf8.RuneSelf {
			if c-'A' < 26 {
				c |= 0x20
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		i += n
		switch {
		case r >= 0x300 && r < 0x370:
			dst = appendMark(dst, begin, r)
			continue
		case r == 'ς':
			r = 'σ'
		case r > 0xFF00 && r < 0xFF5F:
			r -= 0xFF01 - '!'
		}
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
	}
	return dst
}

// appendMark combines a mark with the last letter of dst, whose current word starts at begin. If
// there is no combined letter, it appends the mark.
func appendMark(dst []byte, begin int, mark rune) []byte {
	letter, n := utf8.DecodeLastRune(dst[begin:])
	letters, marked := compositions(mark)
	if at := strings.IndexRune(letters, letter); n > 0 && at >= 0 {
		both := []rune(marked)[utf8.RuneCountInString(letters[:at])]
		return utf8.AppendRune(dst[:len(dst)-n], both)
	}
	return utf8.AppendRune(dst, mark)
}

// compositions returns the lower-case letters that a mark combines with, and the combined letters
// in the same order (Unicode Character Database, canonical decompositions; Latin, Greek and
// Cyrillic of Europe, and Vietnamese).
func compositions(mark rune) (letters, marked string) {
	switch mark {
	case 0x300:
		return "aeiouüеиēōwâăêôơưy", "àèìòùǜѐѝḕṑẁầằềồờừỳ"
	case 0x301:
		return "aeiouyclnrszü¨ϊαεηιϋουωгкçēïkmõōpũwâăêôơư", "áéíóúýćĺńŕśźǘ΅ΐάέήίΰόύώѓќḉḗḯḱḿṍṓṕṹẃấắếốớứ"
	case 0x302:
		return "aeioucghjswyzạẹọ", "âêîôûĉĝĥĵŝŵŷẑậệộ"
	case 0x303:
		return "anoiuvâăeêôơưy", "ãñõĩũṽẫẵẽễỗỡữỹ"
	case 0x304:
		return "aeiouüäǫgḷṛ", "āēīōūǖǟǭḡḹṝ"
	case 0x306:
		return "aegiouиуȩạ", "ăĕğĭŏŭйўḝặ"
	case 0x307:
		return "cegzbdfhmnprsśšṣtwxyſ", "ċėġżḃḋḟḣṁṅṗṙṡṥṧṩṫẇẋẏẛ"
	case 0x308:
		return "aeiouyιυеіhõūwxt", "äëïöüÿϊϋёїḧṏṻẅẍẗ"
	case 0x309:
		return "aâăeêioôơuưy", "ảẩẳẻểỉỏổởủửỷ"
	case 0x30A:
		return "auwy", "åůẘẙ"
	case 0x30B:
		return "ou", "őű"
	case 0x30C:
		return "cdelnrstzaiouügkʒh", "čďěľňřšťžǎǐǒǔǚǧǩǯȟ"
	case 0x31B:
		return "ou", "ơư"
	case 0x323:
		return "bdhklmnrstvwzaeioơuưy", "ḅḍḥḳḷṃṇṛṣṭṿẉẓạẹịọợụựỵ"
	case 0x327:
		return "cgklnrstdh", "çģķļņŗşţḑḩ"
	case 0x328:
		return "aeiuo", "ąęįųǫ"
	}
	return "", ""
}

package truth

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/brace"
)

// What is required of every kind that other tools lean on most, in percent of precision and recall.
var scriptRequired = map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}

// The truth is the parser of the npm package typescript, 5.9.3, installed with --ignore-scripts in
// $CT_PARSERS. The corpora are packages as npm pack makes them, unpacked below $CT_CORPORA:
//
//	javascript  @babel/traverse eslint@8 express@4 jquery@3 lodash@4 preact@10 react@18 react-dom@18
//	            three@0.160 (without its examples) vue@3 webpack@5, and lib/typescript.js of typescript
//	typescript  @angular/core@17 @reduxjs/toolkit@2 @tanstack/react-query@5 @tanstack/table-core@8 @trpc/server@10
//	            @types/node@20 @types/react@18 rxjs@7 viem@2 (without _types) zod@3, and lib.dom.d.ts and
//	            lib.es5.d.ts of typescript
//	tsx         ra-core ra-ui-materialui @radix-ui/themes, and the .tsx files of typescript
func TestJavaScriptAgreesWithTypeScriptsParser(t *testing.T) {
	truth{"javascript", []string{"script.cjs"}, []string{".js", ".mjs", ".cjs", ".jsx"}, brace.JavaScript, scriptRequired}.run(t)
}

func TestTypeScriptAgreesWithItsParser(t *testing.T) {
	truth{"typescript", []string{"script.cjs"}, []string{".ts", ".mts", ".cts"}, brace.TypeScript, scriptRequired}.run(t)
}

func TestTSXAgreesWithTypeScriptsParser(t *testing.T) {
	truth{"tsx", []string{"script.cjs"}, []string{".tsx"}, brace.TSX, scriptRequired}.run(t)
}

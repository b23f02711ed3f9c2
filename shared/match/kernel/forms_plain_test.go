//go:build !goexperiment.simd || !amd64

package kernel

func addVectorForms(map[string]teddyForm, *Teddy, int) {}

func pairForms(p *Pair, _ int) map[string]func([]byte, int) int {
	return map[string]func([]byte, int) int{"plain": p.plain}
}

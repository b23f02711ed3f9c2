package flow

import "github.com/ct-tools/ct/ct-search/ct-fleet/manifest"

// The bytes of a pack: of shards that one element of a Beam collection carries.
const (
	usualPack = 256 << 20
	leastPack = 1 << 20
	mostPack  = 500 << 20
)

// mostInPack bounds the shards of a pack, whatever their bytes: opening one costs something too.
const mostInPack = 1000

// Packs divides shards, in their order, into packs of about so many bytes, 0 for the usual number. A larger shard is a pack
// of its own. There are at least as many packs as workers, if there are as many shards.
func Packs(shards []manifest.Shard, bytes int64, workers int) [][]manifest.Shard {
	if bytes == 0 {
		bytes = usualPack
	}
	bytes = min(max(bytes, leastPack), mostPack)
	var all int64
	for i := range shards {
		all += shards[i].Bytes
	}
	if workers > 0 {
		bytes = min(bytes, max(1, all/int64(workers)))
	}
	most := mostInPack
	if workers > 0 {
		most = min(most, max(1, len(shards)/workers))
	}
	var packs [][]manifest.Shard
	begin, sum := 0, int64(0)
	for i := range shards {
		if n := i - begin; n > 0 && (sum+shards[i].Bytes > bytes || n == most) {
			packs = append(packs, shards[begin:i])
			begin, sum = i, 0
		}
		sum += shards[i].Bytes
	}
	if begin < len(shards) {
		packs = append(packs, shards[begin:])
	}
	return packs
}

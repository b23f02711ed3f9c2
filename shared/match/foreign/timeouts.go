package foreign

import (
	"time"

	"github.com/ct-tools/ct/shared/config"
)

// A Patience is how long a matcher may take.
type Patience struct {
	Call  time.Duration // for its start and for each question but a batch
	Batch time.Duration // for a batch, and for all candidates
}

// patience gives what the configuration says, or what is usual.
func patience(c *config.Config, name string) Patience {
	p := Patience{Call: 10 * time.Second, Batch: 30 * time.Second}
	if set, _ := c.Plugin(name); set.Deadline > 0 {
		p.Batch = time.Duration(set.Deadline * float64(time.Second))
		p.Call = min(p.Call, p.Batch)
	}
	return p
}

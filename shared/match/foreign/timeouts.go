package foreign

import (
	"time"

	"github.com/ct-tools/ct/shared/config"
)

// Timeouts limit how long a matcher may take.
type Timeouts struct {
	Call  time.Duration // for its start and for each question except a batch
	Batch time.Duration // for a batch, and for all candidates
}

// timeouts returns the timeouts in the configuration, or the defaults.
func timeouts(c *config.Config, name string) Timeouts {
	p := Timeouts{Call: 10 * time.Second, Batch: 30 * time.Second}
	if set, _ := c.Plugin(name); set.Deadline > 0 {
		p.Batch = time.Duration(set.Deadline * float64(time.Second))
		p.Call = min(p.Call, p.Batch)
	}
	return p
}

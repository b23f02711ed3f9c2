package survey

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

package survey

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// distribution is what a scout finds in addition to the count of its query.
type distribution struct {
	*count
	files, folders []row  // most matching lines first, then in path order
	more           [2]int // of folders and files, beside these
}

// row is a file, or a folder with the files directly in it, and the number of matching lines.
type row struct {
	Path    string `json:"path"`
	Matches int64  `json:"matches"`

	narrow string // for a folder: the path to name for a closer look
}

// scout says where the query occurs.
func (s *count) scout(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
	d := &distribution{count: s}
	led, err := d.collect(ctx)
	if err != nil {
		return nil, err
	}
	return s.answer(ctx, led, d.document)
}

// collect takes all files.
func (d *distribution) collect(ctx context.Context) (*ledger.Ledger, error) {
	folders := map[string]int{} // indexes in d.folders
	led, err := d.run(ctx, func(f found) {
		if !f.again && f.lines[0] > 0 {
			d.add(f, folders)
		}
	})
	sortRows(d.files)
	sortRows(d.folders)
	return led, err
}

func sortRows(rows []row) {
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Matches, a.Matches), walk.ComparePaths(a.Path, b.Path))
	})
}

func (d *distribution) add(f found, folders map[string]int) {
	d.files = append(d.files, row{Path: f.path, Matches: f.lines[0]})
	folder := path.Dir(f.path)
	i, known := folders[folder]
	if !known {
		i = len(d.folders)
		folders[folder] = i
		d.folders = append(d.folders, row{Path: folder, narrow: folder})
		if f.named { // a search of its folder might exclude it
			d.folders[i].narrow = f.path
		}
	}
	d.folders[i].Matches += f.lines[0]
}

// next returns the command that shows samples. If there are several folders and too many matches, it names the folder
// with the most matching lines. If nothing matches, it is a command that may find more.
func (d *distribution) next(a *tool.Answer) string {
	paths := d.paths
	switch {
	case len(d.folders) == 0:
		return d.instead(a)
	case d.inParts:
		return ""
	case len(d.folders) > 1 && d.tallies[0].broad():
		paths = []string{d.folders[0].narrow}
	}
	return d.other("ct-show", opt.Search(), []string{"--sample"}, append([]string{d.terms[0]}, paths...))
}

// rest returns the command that shows the omitted rows if no budget has room for them. It searches the folder of the
// first omitted row. If there is only one folder, it lists the files with their counts.
func (d *distribution) rest(folders, files int) string {
	if d.inParts {
		return ""
	}
	folder := ""
	switch {
	case files < len(d.files):
		folder = path.Dir(d.files[files].Path)
	case folders < len(d.folders):
		folder = d.folders[folders].narrow
	}
	if len(d.folders) > 1 {
		return d.commandIn([]string{folder}, d.asked()...)
	}
	args := []string{"-c"}
	if len(d.request.Modes) == 0 {
		args = append(args, "-F")
	}
	if len(d.request.Cases) == 0 {
		args = append(args, "-s")
	}
	for _, g := range grep.Noise() {
		args = append(args, "--exclude="+g)
	}
	return d.other("ct-search", opt.Search(), args, append([]string{d.terms[0]}, d.paths...))
}

// maxTop is the maximum number of rows in each list, even if a budget has room for more.
const maxTop = 100

// scoutDocument is the answer to a query.
type scoutDocument struct {
	Query   string `json:"query,omitempty"`
	Mode    string `json:"mode,omitempty"`
	Matches int64  `json:"matches"`
	Files   int64  `json:"files"`
	Folders []row  `json:"top_directories,omitempty"`
	Top     []row  `json:"top_files,omitempty"`
	closing
}

// document returns the answer within its budget.
func (d *distribution) document(o tool.Outcome, a *tool.Answer) any {
	next := d.next(a)
	full := shape{rows: [2]int{min(len(d.folders), maxTop), min(len(d.files), maxTop)}}
	return d.fit(o, a, full, func(e *envelope, s shape) {
		e.Scout = &scoutDocument{
			Matches: d.tallies[0].lines, Files: d.tallies[0].files,
			Folders: d.folders[:s.rows[0]], Top: d.files[:s.rows[1]],
			closing: d.closing(a, s, []listing{
				{"top_directories", len(d.folders) + d.more[0], s.rows[0]}, {"top_files", len(d.files) + d.more[1], s.rows[1]},
			}, next, func() string { return d.rest(s.rows[0], s.rows[1]) }),
		}
		if s.detail < withoutEchoes {
			e.Scout.Query, e.Scout.Mode = grep.Echo(d.terms[0], maxEcho), a.Reading.Mode
		}
	})
}

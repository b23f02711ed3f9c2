package tool

// Prepare reads a command line of t for another program, which runs the job in its own process, under its own confinement,
// and prints and judges what it found. Options about the program itself, such as --help, do nothing. It is called once.
func (t *Tool) Prepare(argv []string) (*Frame, *Job, error) {
	p := &process{tool: t}
	t.complete(&p.g)
	args, err := t.Table.Parse(argv)
	if err != nil {
		return nil, nil, err
	}
	f, args, err := p.request(args, argv)
	if err != nil {
		return nil, nil, err
	}
	if err := f.configure(t); err != nil {
		return nil, nil, err
	}
	job, err := t.Plan(f, args)
	return f, job, err
}

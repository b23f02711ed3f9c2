package tool

// Prepare reads a command line of t for another program, which runs the job in its own process, under its own confinement,
// and prints and judges what it found. Options about the program itself, such as --help, do nothing. It is called once.
func (t *Tool) Prepare(argv []string) (*Frame, *Job, error) {
	f, args, err := t.Read(argv)
	if err != nil {
		return nil, nil, err
	}
	job, err := t.Plan(f, args)
	return f, job, err
}

// Read is the first half of Prepare: it returns the frame and the arguments, which Plan takes.
func (t *Tool) Read(argv []string) (*Frame, []string, error) {
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
	return f, args, f.configure(t)
}

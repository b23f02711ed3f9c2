package config

// Variables returns the environment variables that configure a program, with descriptions for its
// manual page.
func Variables() [][2]string {
	list := [][2]string{{"CT_CONFIG", "the user's configuration file, in place of the usual one"}}
	for _, k := range keys {
		if k.Env != "" {
			list = append(list, [2]string{k.Env, k.Name + " of the configuration: " + k.expects() + ", by default " + k.Default})
		}
	}
	return append(list, [2]string{"NO_COLOR", "if it is not empty, nothing is coloured unless an option asks for it"})
}

// Places returns the files that configure a program, with descriptions for its manual page.
func Places() [][2]string {
	return [][2]string{
		{"$XDG_CONFIG_HOME/ct/config.toml", "the user's configuration; without XDG_CONFIG_HOME in ~/.config, ~/Library/Application Support on macOS, %AppData% on Windows"},
		{"ct.toml", "the project's, the nearest from the working folder up to the top of the repository; it may set less, and caps only lower"},
	}
}

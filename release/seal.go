package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ct-tools/ct/shared/version"
)

const (
	sumsFile       = "SHA256SUMS"
	provenanceFile = "provenance.intoto.json"
)

// seal writes where the files of a folder come from, if the commit is known, and the checksums of all of them as by
// sha256sum. It returns what it did not write, and why.
func seal(dir, commit string) (string, error) {
	for _, stale := range []string{sumsFile, provenanceFile} {
		if err := os.Remove(filepath.Join(dir, stale)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	files, err := digests(dir)
	if err != nil {
		return "", err
	}
	left := ""
	if commit == "" {
		left = provenanceFile + " is not written: the source is not a clean checkout of one commit\n"
	} else {
		text, err := provenance(files, commit)
		if err != nil {
			return "", err
		}
		if err := written(dir, []file{{provenanceFile, false, text}}); err != nil {
			return "", err
		}
		files = append(files, subject{Name: provenanceFile, Digest: map[string]string{"sha256": digest(text)}})
	}
	var sums strings.Builder
	for _, f := range files {
		sums.WriteString(f.Digest["sha256"] + "  " + f.Name + "\n")
	}
	return left, written(dir, []file{{sumsFile, false, []byte(sums.String())}})
}

// digests returns the files of a folder and of the manifests in it, in the order of their paths. Its other folders are
// what the files were made from.
func digests(dir string) ([]subject, error) {
	var files []subject
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path.Dir(at) == "." && at != "." && at != manifestsFolder:
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(root, at)
		files = append(files, subject{Name: at, Digest: map[string]string{"sha256": digest(text)}})
		return err
	})
	return files, err
}

// statement is an in-toto statement (https://in-toto.io/Statement/v1) whose predicate is SLSA's provenance
// (https://slsa.dev/provenance/v1).
type statement struct {
	Type          string    `json:"_type"`
	Subject       []subject `json:"subject"`
	PredicateType string    `json:"predicateType"`
	Predicate     predicate `json:"predicate"`
}

// subject is a file, or another thing with a digest.
type subject struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest,omitempty"`
}

type predicate struct {
	Definition definition `json:"buildDefinition"`
	Run        runDetails `json:"runDetails"`
}

type definition struct {
	BuildType    string            `json:"buildType"`
	External     map[string]string `json:"externalParameters"`
	Internal     map[string]string `json:"internalParameters"`
	Dependencies []subject         `json:"resolvedDependencies"`
}

type runDetails struct {
	Builder builder `json:"builder"`
}

type builder struct {
	ID string `json:"id"`
}

// provenance states from which commit, by which compiler and by which recipe files were made. It has no time and no
// name of a machine: whoever builds the same commit gets the same statement.
func provenance(of []subject, commit string) ([]byte, error) {
	source := "git+" + repository + "@" + commit
	return indented(statement{
		Type: "https://in-toto.io/Statement/v1", Subject: of, PredicateType: "https://slsa.dev/provenance/v1",
		Predicate: predicate{
			Definition: definition{
				BuildType:    repository + "/blob/main/docs/security.md#how-a-release-is-verified",
				External:     map[string]string{"source": source, "version": version.Number},
				Internal:     map[string]string{"go": goVersion(runtime.Version())},
				Dependencies: []subject{{URI: source, Digest: map[string]string{"gitCommit": commit}}, {URI: "pkg:golang/std@" + goVersion(runtime.Version())}},
			},
			Run: runDetails{Builder: builder{ID: repository + "/blob/main/Makefile"}},
		},
	})
}

// Command generate stands between matcher.proto and the generators of protobuf
// for Go, which are programs that read a request and write an answer, in the
// place of protoc.
//
//	generate request matcher.proto   the request for a generator, on standard output
//	generate files                   an answer from standard input, into the working folder
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

func main() {
	err := errors.New("usage: generate request FILE, or generate files")
	switch {
	case len(os.Args) == 3 && os.Args[1] == "request":
		err = request(os.Args[2], os.Stdout)
	case len(os.Args) == 2 && os.Args[1] == "files":
		err = files(os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(2)
	}
}

// request compiles a file of messages, comments included, and asks for its code.
func request(name string, out io.Writer) error {
	c := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := c.Compile(context.Background(), name)
	if err != nil {
		return err
	}
	text, err := proto.Marshal(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{name},
		Parameter:      new("paths=source_relative"),
		ProtoFile:      []*descriptorpb.FileDescriptorProto{protoutil.ProtoFromFileDescriptor(compiled[0])},
	})
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// files writes what a generator answered.
func files(in io.Reader) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var answer pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(text, &answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return errors.New(answer.GetError())
	}
	for _, f := range answer.File {
		if err := os.WriteFile(filepath.Base(f.GetName()), []byte(f.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

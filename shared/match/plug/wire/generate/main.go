// Command generate connects matcher.proto with the Go generators of protobuf. The generators are
// programs that read a request and write an answer; generate replaces protoc.
//
//	generate request matcher.proto   writes the request for a generator to standard output
//	generate files                   reads an answer from standard input and writes its files to the working folder
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

// request compiles a file of messages, including comments, and writes the request to generate its code.
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

// files writes the files in a generator's answer.
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

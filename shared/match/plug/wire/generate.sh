#!/bin/sh
# Writes matcher.pb.go and matcher_grpc.pb.go from matcher.proto; run by
# `make protocol`. Neither protoc nor a network service is needed, only the Go
# command; the versions stand here, so that the same code comes out everywhere.
set -eu
cd "$(dirname "$0")"
GO=${GO:-go}
CGO_ENABLED=0 GOEXPERIMENT= GOFLAGS=
export CGO_ENABLED GOEXPERIMENT GOFLAGS
for generator in \
	google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12 \
	google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
do
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	$GO run ./generate request matcher.proto >"$dir/request"
	$GO run "$generator" <"$dir/request" >"$dir/answer"
	$GO run ./generate files <"$dir/answer"
	rm -rf "$dir"
done

// Package remote reads archives from object stores: s3://BUCKET/KEY and gs://BUCKET/OBJECT. Credentials come only from the
// environment and the files that the stores' own clients read.
package remote

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
)

// Open opens an object. The error wraps fs.ErrNotExist if there is none.
func Open(ctx context.Context, locator string) (io.ReadCloser, error) {
	scheme, bucket, key, err := parts(locator)
	if err != nil {
		return nil, err
	}
	if scheme == "s3" {
		return openS3(ctx, bucket, key)
	}
	return openGS(ctx, bucket, key)
}

// Find returns the locators of the objects below a prefix that ends with a slash, in their order.
func Find(ctx context.Context, below string) (list []string, err error) {
	scheme, bucket, prefix, err := parts(below)
	if err != nil {
		return nil, err
	}
	if scheme == "s3" {
		list, err = findS3(ctx, bucket, prefix)
	} else {
		list, err = findGS(ctx, bucket, prefix)
	}
	slices.Sort(list)
	return list, err
}

// parts returns what a locator consists of.
func parts(locator string) (scheme, bucket, key string, err error) {
	scheme, rest := manifest.SchemeOf(locator)
	bucket, key, _ = strings.Cut(rest, "/")
	switch {
	case scheme != "s3" && scheme != "gs":
		return "", "", "", fmt.Errorf("%q is in no object store; want s3://BUCKET/KEY or gs://BUCKET/OBJECT", locator)
	case bucket == "":
		return "", "", "", fmt.Errorf("%q names no bucket; want %s://BUCKET/KEY", locator, scheme)
	}
	return scheme, bucket, key, nil
}

package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	// The file system of gs://.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
)

// both closes an object and its file system.
type both struct {
	io.ReadCloser
	system io.Closer
}

func (b both) Close() error { return errors.Join(b.ReadCloser.Close(), b.system.Close()) }

// locatorGS returns an object as Beam's file system reads it: as a URL, in which some characters are escaped.
func locatorGS(bucket, key string) string {
	return (&url.URL{Scheme: "gs", Host: bucket, Path: "/" + key}).String()
}

func openGS(ctx context.Context, bucket, key string) (io.ReadCloser, error) {
	locator := "gs://" + bucket + "/" + key
	system, err := filesystem.New(ctx, locator)
	if err != nil {
		return nil, err
	}
	in, err := system.OpenRead(ctx, locatorGS(bucket, key))
	if err != nil {
		return nil, errors.Join(absentGS(locator, err), system.Close())
	}
	return both{in, system}, nil
}

func absentGS(locator string, err error) error {
	if errors.Is(err, storage.ErrObjectNotExist) || errors.Is(err, storage.ErrBucketNotExist) {
		return fmt.Errorf("%s: %w", locator, fs.ErrNotExist)
	}
	return fmt.Errorf("%s: %w", locator, err)
}

// findGS returns the locators of the objects whose keys begin with a prefix.
func findGS(ctx context.Context, bucket, prefix string) (_ []string, err error) {
	below := "gs://" + bucket + "/" + prefix
	system, err := filesystem.New(ctx, below)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	plain := prefix // what means itself in Beam's globs
	if at := strings.IndexAny(prefix, "*?["); at >= 0 {
		plain = prefix[:at]
	}
	list, err := system.List(ctx, locatorGS(bucket, plain+"**"))
	if err != nil {
		return nil, absentGS(below, err)
	}
	return slices.DeleteFunc(list, func(locator string) bool { return !strings.HasPrefix(locator, below) }), nil
}

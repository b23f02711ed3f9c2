package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

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

func openGS(ctx context.Context, locator string) (io.ReadCloser, error) {
	system, err := filesystem.New(ctx, locator)
	if err != nil {
		return nil, err
	}
	in, err := system.OpenRead(ctx, locator)
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

func findGS(ctx context.Context, below string) (_ []string, err error) {
	system, err := filesystem.New(ctx, below)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	list, err := system.List(ctx, below+"**")
	if err != nil {
		return nil, absentGS(below, err)
	}
	return list, nil
}

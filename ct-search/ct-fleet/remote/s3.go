package remote

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// amazon is the store that is asked unless the environment names another one.
const amazon = "https://s3.amazonaws.com"

// clientS3 returns a client for the endpoint, region and credentials of the environment: the variables that the clients of
// the store read (AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID, …), its file of credentials, or the machine's role.
func clientS3() (*minio.Client, error) {
	at := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), amazon)
	u, err := url.Parse(at)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("AWS_ENDPOINT_URL_S3 is %q; want a URL such as %s", at, amazon)
	}
	return minio.New(u.Host, &minio.Options{
		Secure: u.Scheme == "https", Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		Creds: credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{}}),
	})
}

func openS3(ctx context.Context, bucket, key string) (io.ReadCloser, error) {
	c, err := clientS3()
	if err != nil {
		return nil, err
	}
	object, err := c.GetObject(ctx, bucket, key, minio.GetObjectOptions{})
	if err == nil {
		_, err = object.Stat() // nothing was asked for before
	}
	if err != nil {
		return nil, absentS3("s3://"+bucket+"/"+key, err)
	}
	return object, nil
}

// absentS3 names what an error of the store is about.
func absentS3(at string, err error) error {
	code := minio.ToErrorResponse(err).Code
	if slices.Contains([]string{minio.NoSuchKey, minio.NoSuchBucket}, code) {
		return fmt.Errorf("%s: %w (%s)", at, fs.ErrNotExist, code)
	}
	return fmt.Errorf("%s: %w", at, err)
}

func findS3(ctx context.Context, bucket, prefix string) ([]string, error) {
	c, err := clientS3()
	if err != nil {
		return nil, err
	}
	var list []string
	for object := range c.ListObjects(ctx, bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if object.Err != nil {
			return nil, absentS3("s3://"+bucket+"/"+prefix, object.Err)
		}
		list = append(list, "s3://"+bucket+"/"+object.Key)
	}
	return list, ctx.Err()
}

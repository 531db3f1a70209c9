import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type FileStore, requireObject, StoreFull } from './store.ts';

/** How much of an object is in memory at a time. An object has at most 10 000 parts. */
const partBytes = 8_388_608;

/**
 * A store in a bucket. The AWS SDK finds the credentials and the region: in AWS_ACCESS_KEY_ID and so on, or in the role of the
 * machine. A server that is not AWS has an endpoint, and takes the bucket in its path.
 * @throws for an address without a bucket.
 */
export function openS3Store(address: string, endpoint: string | null): FileStore {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (bucket === undefined) throw new Error('it is not s3://bucket or s3://bucket/prefix');
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Not every compatible server knows the newer checksums. TLS and the length protect what is on its way.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const placeOf = (object: string) => ({
    Bucket: bucket,
    Key: `${prefix === '' ? '' : `${prefix}/`}${requireObject(object)}`,
  });
  return {
    write: async (object, bytes) => {
      // Of an upload that does not end, the parts are removed, and the object is never there.
      const upload = new Upload({
        client,
        params: { ...placeOf(object), Body: bytes },
        partSize: partBytes,
        queueSize: 1,
        leavePartsOnError: false,
      });
      const broken = Promise.withResolvers<never>();
      bytes.once('error', (error) => {
        broken.reject(error);
        void upload.abort();
      });
      try {
        await Promise.race([upload.done(), broken.promise]);
      } catch (error) {
        bytes.destroy();
        throw isFull(error) ? new StoreFull('the bucket of the files is full', { cause: error }) : error;
      }
    },
    read: async (object, part) => {
      try {
        const range = part === null ? {} : { Range: `bytes=${part.first}-${part.last}` };
        const { Body } = await client.send(new GetObjectCommand({ ...placeOf(object), ...range }));
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (object) => {
      await abortUploads(client, placeOf(object));
      await client.send(new DeleteObjectCommand(placeOf(object)));
    },
    close: async () => client.destroy(),
  };
}

/** Of an upload whose process died, the parts are there until somebody removes them. Not every server can list them. */
async function abortUploads(client: S3Client, place: { readonly Bucket: string; readonly Key: string }): Promise<void> {
  const list = new ListMultipartUploadsCommand({ Bucket: place.Bucket, Prefix: place.Key });
  const { Uploads = [] } = await client.send(list).catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.name === 'NotImplemented') return { Uploads: [] };
    throw error;
  });
  for (const { UploadId } of Uploads) await client.send(new AbortMultipartUploadCommand({ ...place, UploadId }));
}

function isFull(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    ['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage'].includes(error.name)
  );
}

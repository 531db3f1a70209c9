import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, requireObject, StoreFull } from './store.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** Nobody but the account of the service reads the files or lists the folder. */
const ownFolder = 0o700;
const ownFile = 0o600;

/**
 * A store in a folder, which several processes may share. An object is written to `incoming`, flushed, and then moved to a
 * folder that its first two digits name. Links are not followed.
 * @throws the file system's error when the folder cannot be made.
 */
export async function openFolderStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: ownFolder });
  const made = new Set<string>();
  const unfinishedOf = (object: string) => join(incoming, requireObject(object));
  const placeOf = (object: string) => join(folder, requireObject(object).slice(0, 2), object);
  const makeShard = async (shard: string) => {
    if (made.has(shard)) return;
    await mkdir(shard, { mode: ownFolder }).catch(unless('EEXIST'));
    await flushFolder(folder);
    made.add(shard);
  };
  return {
    write: async (object, bytes) => {
      const [unfinished, place] = [unfinishedOf(object), placeOf(object)];
      try {
        const file = await open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, ownFile);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await makeShard(dirname(place));
        await rename(unfinished, place);
        await flushFolder(dirname(place));
      } catch (error) {
        bytes.destroy();
        await rm(unfinished, { force: true });
        throw isFull(error) ? new StoreFull('the disk of the files is full', { cause: error }) : error;
      }
    },
    read: async (object, part) => {
      const file = await openToRead(placeOf(object));
      return file === null ? null : file.createReadStream(part === null ? {} : { start: part.first, end: part.last });
    },
    remove: async (object) => {
      await rm(unfinishedOf(object), { force: true });
      await rm(placeOf(object), { force: true });
    },
    close: async () => {},
  };
}

/** An ordinary file; null where there is none. */
async function openToRead(path: string): Promise<FileHandle | null> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW).catch(unless('ENOENT'));
  if (file === undefined) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('an object of the store is not an ordinary file');
}

/** A new or moved entry of a folder outlasts a loss of power once the folder is flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String((error as NodeJS.ErrnoException).code));
}

function unless(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

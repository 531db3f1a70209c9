import { isDeepStrictEqual } from 'node:util';
import type { Contents, Files } from '../../engine/definition/file/read.ts';
import { plainContent, readSource } from '../../engine/definition/file/source.ts';
import type { LoadedModel } from '../../engine/definition/load.ts';
import { buildModel } from '../../engine/feature/load.ts';

/**
 * The model of files, which must be the same where a thread has parsed them.
 * @throws Error if it is not, or has other faults.
 */
export function modelEitherWay(files: Files): LoadedModel {
  const own = buildModel(files, '');
  // Copies: the same bytes are not read again.
  const copies = new Map([...files].map(([file, bytes]) => [file, Buffer.from(bytes)]));
  const known = buildModel(copies, '', asSentByThread(copies));
  const parts = ({ ok, ...rest }: LoadedModel) => ('model' in rest ? { ok, model: rest.model } : { ok, ...rest });
  if (!isDeepStrictEqual(parts(own), parts(known)))
    throw new Error(`not the same: ${JSON.stringify(parts(known))} after ${JSON.stringify(parts(own))}`);
  return own;
}

function asSentByThread(files: Files): Contents {
  const contents = [...files].map(([file, bytes]) => [file, plainContent(readSource(file, bytes))] as const);
  return structuredClone(new Map(contents.filter(([, content]) => content !== undefined)));
}

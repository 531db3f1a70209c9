import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Contents, type Files, filesIn, isDefinition, withParser } from './read.ts';

/** The files of a folder, and the contents of the ones that are parsed. */
export interface ParsedFiles {
  readonly files: Files;
  readonly contents: Contents;
}

/**
 * Reads a folder as readFiles does. Many files are also parsed, by a thread that begins before this returns: the caller has
 * libraries to load. Few files are parsed when the model is built.
 * @throws the file system's error when the folder or a file in it cannot be read.
 */
export async function readParsed(folder: string): Promise<ParsedFiles> {
  const read = filesIn(folder);
  const [contents, files] = await Promise.all([
    read.size < manyFiles ? noContents : contentsOf(read),
    withParser(read),
  ]);
  return { files, contents };
}

/** As measured: a thread takes as long to begin as some two hundred files take to be parsed. */
const manyFiles = 250;

const noContents: Contents = new Map();

async function contentsOf(files: Files): Promise<Contents> {
  const file = new URL(import.meta.url.endsWith('.ts') ? './parse_files.ts' : './parse_files.js', import.meta.url);
  const definitions: Files = new Map([...files].filter(([name]) => isDefinition(name)));
  const thread = new Worker(file, {
    workerData: definitions,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [contents] = await once(thread, 'message');
  return contents as Contents;
}

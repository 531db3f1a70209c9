import { type Contents, type Files, readFiles } from '../definition/file/read.ts';
import { type LanguageSchema, languageSchemaOf } from '../definition/language/language.ts';
import { buildModel as buildModelWith, type LoadedModel } from '../definition/load.ts';
import { features } from './features.ts';

/**
 * Reads a folder of definitions into the model, or reports everything that is wrong with them.
 * @throws the file system's error when the folder cannot be read.
 */
export async function loadModel(folder: string): Promise<LoadedModel> {
  return buildModel(await readFiles(folder), folder);
}

/**
 * The model of these files with all features, or everything that is wrong with them. Messages name the folder. Files whose
 * contents are known are not parsed.
 */
export function buildModel(files: Files, folder: string, contents?: Contents): LoadedModel {
  return buildModelWith(files, folder, features, contents);
}

/** The definition language with the keys of all features. */
export const languageSchema: LanguageSchema = languageSchemaOf(features);

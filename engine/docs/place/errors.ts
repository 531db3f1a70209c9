import { type ProblemCode, problems } from '../../contract/problem.ts';
import { codeText, tableText } from '../html/markdown_text.ts';
import examples from './error_examples.json' with { type: 'json' };

/** A request and its answer, recorded from a service; a text where a request cannot show the error. */
export type ErrorExample = { readonly request: string; readonly answer: string } | { readonly when: string };

/** Every error, with what to do and a request that causes it. */
export function errors(): string {
  const table = tableText(
    ['code', 'status', 'what happened', 'what to do'],
    codes.map((name) => {
      const { status, title, remedy } = problems[name];
      return [`[\`${name}\`](#${name})`, String(status), `${title}.`, remedy];
    }),
  );
  return [table, '## Examples', ...codes.map(section)].join('\n\n');
}

const codes = Object.keys(problems) as ProblemCode[];
const recorded: Readonly<Record<ProblemCode, ErrorExample>> = examples;

function section(name: ProblemCode): string {
  const { status, title, remedy } = problems[name];
  const example = recorded[name];
  const shown =
    'when' in example ? [example.when] : [codeText('http', example.request), codeText('http', example.answer)];
  return [`### ${name}`, `${status}: ${title}. ${remedy}`, ...shown].join('\n\n');
}

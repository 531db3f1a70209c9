import { type ProblemCode, problems } from '../http/problem.ts';
import { code, heading, type Page, type TextBlock, table, text } from './block.ts';
import examples from './error_examples.json' with { type: 'json' };

/** A request and its answer, as they were recorded from a service; words for what cannot be shown so. */
export type ErrorExample = { readonly request: string; readonly answer: string } | { readonly when: string };

/** Every error, with what to do and a request that is answered so. */
export function errorsPage(): Page<TextBlock> {
  return { path: 'errors.html', title: 'Errors', blocks: [...introduction, ...codes.flatMap(section)] };
}

const codes = Object.keys(problems) as ProblemCode[];
const recorded: Readonly<Record<ProblemCode, ErrorExample>> = examples;

const introduction: readonly TextBlock[] = [
  text('Whatever goes wrong, the answer is `application/problem+json` (RFC 9457):'),
  table(
    ['member', 'what it says'],
    [
      ['`type`', 'the kind of problem, as a URN'],
      ['`title`', 'the same in words'],
      ['`status`', 'the HTTP status'],
      ['`code`', 'the kind of problem, for programs; it is stable'],
      ['`detail`', 'what is wrong with this request, and where; positions count characters from 1'],
      ['`message`', 'the same as `detail`, under the name that clients of PostgREST read'],
      ['`hint`', 'what may help, where something does: the nearest name, what was expected'],
      ['`errors`', 'each fault with its place, a JSON `pointer` into the body or a `parameter`; at most 100'],
    ],
  ),
  text('No answer tells of SQL, of rows that the caller did not ask for, or of how the service is built.'),
  heading('Codes'),
  text(
    'Each code is shown below with a request to the city library of the tests, and its answer. Long values are cut with `...`.',
  ),
  table(
    ['code', 'status', 'what happened', 'what to do'],
    codes.map((name) => {
      const { status, title, remedy } = problems[name];
      return [`[\`${name}\`](#${name})`, String(status), `${title}.`, remedy];
    }),
  ),
  heading('Examples'),
];

function section(name: ProblemCode): readonly TextBlock[] {
  const { status, title, remedy } = problems[name];
  const example = recorded[name];
  return [
    heading(name, 3),
    text(`${status}: ${title}. ${remedy}`),
    ...('when' in example ? [text(example.when)] : [code('http', example.request), code('http', example.answer)]),
  ];
}

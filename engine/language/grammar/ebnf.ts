import type { Form, Production } from './notation.ts';

/** Productions in Wirth's notation: `[ ]` is optional, `{ }` repeats, `|` separates alternatives, `( )` groups. */
export function ebnf(productions: readonly Production[]): string {
  const width = Math.max(...productions.map(({ name }) => name.length));
  return productions
    .map(({ name, form }) => {
      const [first = '', ...others] = lines(
        form.kind === 'choice' ? form.parts.map(written) : [written(form)],
        100 - width,
      );
      const further = others.map((line) => `\n${' '.repeat(width)} | ${line}`).join('');
      return `${name.padEnd(width)} = ${first}${further} .`;
    })
    .join('\n');
}

/** Alternatives, with as many on a line as fit. */
function lines(alternatives: readonly string[], width: number): readonly string[] {
  const filled: string[] = [];
  for (const alternative of alternatives) {
    const last = filled.at(-1);
    const joined = last === undefined ? alternative : `${last} | ${alternative}`;
    if (last === undefined || joined.length > width) filled.push(alternative);
    else filled[filled.length - 1] = joined;
  }
  return filled;
}

function written(form: Form): string {
  switch (form.kind) {
    case 'literal':
      return `"${form.text}"`;
    case 'name':
      return form.name;
    case 'sequence':
      return form.parts.map((part) => (part.kind === 'choice' ? `( ${written(part)} )` : written(part))).join(' ');
    case 'choice':
      return form.parts.map(written).join(' | ');
    case 'option':
      return `[ ${written(form.part)} ]`;
    case 'repetition':
      return `{ ${written(form.part)} }`;
  }
}

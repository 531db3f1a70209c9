import { titleOf } from '../../definition/field/title.ts';
import type { Deprecation } from '../../model/deprecation.ts';

const lineWidth = 120;

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly deprecated: Deprecation | null;
}

/** The doc comment of a described definition, indented. A title that repeats the name is left out. */
export function comment({ name, title, description, deprecated }: Described, indent = ''): string {
  const isTold = title !== titleOf(name) || description === '';
  const text = [isTold ? sentence(title) : '', description].filter((part) => part !== '').join(' ');
  return commentOf([text, ...(deprecated === null ? [] : [deprecation(deprecated)])], indent);
}

/** A doc comment of paragraphs. */
export function commentOf(paragraphs: readonly string[], indent = ''): string {
  const text = paragraphs.map((paragraph) => paragraph.replaceAll('*/', '*\\/'));
  const [only = ''] = text;
  if (text.length === 1 && !only.includes('\n') && indent.length + only.length + '/**  */'.length <= lineWidth) {
    return `${indent}/** ${only} */\n`;
  }
  const lines = text.flatMap((paragraph) => paragraph.split('\n')).flatMap((line) => wrapped(line, indent.length + 3));
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join('\n');
}

function deprecation({ since, sunset, replacedBy }: Deprecation): string {
  const facts = [
    since === null ? null : `since ${since}`,
    sunset === null ? null : `to be removed on ${sunset}`,
    replacedBy === null ? null : `replaced by ${replacedBy}`,
  ].filter((fact) => fact !== null);
  return `@deprecated ${sentence(facts.join(', '))}`.trim();
}

function sentence(text: string): string {
  if (text === '') return '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Lines that fit beside the given number of characters. */
function wrapped(text: string, beside: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && beside + line.length + 1 + word.length > lineWidth) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

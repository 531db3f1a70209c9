import type { Fragment } from './fragment.ts';

/** A text with its values; `$1` is the first. */
export interface Rendered<Value> {
  readonly text: string;
  readonly values: readonly Value[];
}

/** The text of a fragment, and its values in the order of the text. */
export function render<Value>(fragment: Fragment<Value>): Rendered<Value> {
  const placed: Fragment<Value>[] = [];
  const values: Value[] = [];
  return { text: written(fragment, placed, values), values };
}

/** The text of a fragment without values. */
export function textOf(fragment: Fragment): string {
  return render(fragment).text;
}

/** Adds to the placeholders that the text has so far, and to their values. */
function written<Value>(part: Fragment<Value> | number, placed: Fragment<Value>[], values: Value[]): string {
  if (typeof part === 'number') return String(part);
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'template': {
      const { texts, parts } = part;
      let text = texts[0] ?? '';
      for (let at = 0; at < parts.length; at += 1) text += written(parts[at] ?? 0, placed, values) + texts[at + 1];
      return text;
    }
    case 'joined':
      // As measured, a text that join() makes is soon read: one of many additions has to be put together first.
      return part.parts.map((each) => written(each, placed, values)).join(part.separator);
    case 'placeholder': {
      const known = placed.indexOf(part);
      if (known !== -1) return `$${known + 1}`;
      values.push(part.value);
      return `$${placed.push(part)}`;
    }
  }
}

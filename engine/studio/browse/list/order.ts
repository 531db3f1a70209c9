/** A key of the order of a list. */
export interface OrderKey {
  /** A field, or any other key as the query has it. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
  /** Null where nulls are where they are by default: last when ascending. */
  readonly nulls: 'first' | 'last' | null;
}

/** The keys of the parameter `order`. */
export function readOrder(text: string | null): readonly OrderKey[] {
  return partsOf(text ?? '').map((part) => {
    const [, by = part, , direction, , nulls] = /^(.*?)(\.(asc|desc))?(\.nulls(first|last))?$/.exec(part) ?? [];
    return {
      by,
      direction: direction === 'desc' ? 'desc' : 'asc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    };
  });
}

/** The parameter `order` of keys; null without any. */
export function orderText(keys: readonly OrderKey[]): string | null {
  const texts = keys.map(
    ({ by, direction, nulls }) =>
      `${by}${direction === 'desc' ? '.desc' : ''}${nulls === null ? '' : `.nulls${nulls}`}`,
  );
  return texts.length === 0 ? null : texts.join();
}

/**
 * The order after a click on the head of a column: ascending, then descending, then not by this column. A key is added
 * to the others, or takes their place.
 */
export function toggled(keys: readonly OrderKey[], by: string, isAdded: boolean): readonly OrderKey[] {
  const present = keys.find((key) => key.by === by);
  const others = isAdded ? keys : keys.filter((key) => key.by === by);
  if (present === undefined) return [...others, { by, direction: 'asc', nulls: null }];
  if (present.direction === 'desc') return others.filter((key) => key.by !== by);
  return others.map((key) => (key.by === by ? { ...key, direction: 'desc' } : key));
}

/** The parts of a text between commas that are not in parentheses or quotes. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let [begin, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)].map((part) => part.trim()).filter((part) => part !== '');
}

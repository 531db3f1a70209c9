import type { Api } from '../../api/api.ts';
import type { Row } from '../../api/row.ts';

/** The rows of a list, page by page until there are `most`. */
export async function everyRow(
  api: Pick<Api, 'list'>,
  resource: string,
  { query, most, signal }: Asked,
): Promise<{ readonly rows: readonly Row[]; readonly isComplete: boolean }> {
  const rows: Row[] = [];
  let next: string | null = query;
  while (next !== null && rows.length < most) {
    const page = await api.list(resource, next, { signal });
    rows.push(...page.rows);
    next = page.next;
  }
  return { rows: rows.slice(0, most), isComplete: next === null && rows.length <= most };
}

interface Asked {
  readonly query: string;
  readonly most: number;
  readonly signal: AbortSignal;
}

/** How many entries or versions a picture draws. */
export const mostDrawn = 4000;

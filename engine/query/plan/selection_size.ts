import type { Embed, Selected } from '../../language/syntax.ts';
import { type Result, refuse } from './query_string.ts';

interface Size {
  readonly columns: number;
  readonly relations: number;
}

/** PostgreSQL takes 1 664 columns of one row, and plans each relation by itself. */
const most: Size = { columns: 1000, relations: 100 };

/** Refuses a value of `select` or `embed` that names more than PostgreSQL can take. */
export function checkSize(parameter: 'select' | 'embed', sizes: readonly Size[]): Result<null> {
  for (const what of ['columns', 'relations'] as const) {
    if (total(sizes, what) <= most[what]) continue;
    const detail = `${parameter} names more than ${most[what]} ${what}`;
    return refuse('limit_exceeded', { parameter, position: null }, detail, 'ask for less at once');
  }
  return { ok: true, value: null };
}

export function sizeOfSelected(each: Selected): Size {
  if (each.kind !== 'relation') return { columns: 1, relations: 0 };
  const below = each.selected.map(sizeOfSelected);
  return { columns: total(below, 'columns'), relations: 1 + total(below, 'relations') };
}

export function sizeOfEmbed({ embeds }: Embed): Size {
  return { columns: 0, relations: 1 + total(embeds.map(sizeOfEmbed), 'relations') };
}

function total(sizes: readonly Size[], what: keyof Size): number {
  return sizes.reduce((sum, size) => sum + size[what], 0);
}

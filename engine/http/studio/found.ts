import type { StudioFound } from '../../contract/studio/studio_search.ts';
import type { Resource } from '../../model/model.ts';
import { fitColumn, idColumn, labelColumn } from '../../query/plan/label/label_plan.ts';
import { fits, type SearchedField } from '../../query/plan/label/searched_field.ts';
import { readJsonDigits } from '../../vocabulary/value/json_text.ts';

/** A row that was found, and how well it fits: 0 is best. */
export interface Found {
  readonly row: StudioFound;
  readonly rank: number;
}

/** The rows of the list that was searched, which are JSON. Without searched fields, the full-text search has found them. */
export function foundRows(resource: Resource, searched: readonly SearchedField[], body: string): readonly Found[] {
  const rows = readJsonDigits(body) as readonly Readonly<Record<string, unknown>>[];
  return rows.map((row) => {
    const best = bestFit(row, searched);
    const label = resource.label.map((_, place) => row[labelColumn(place)] ?? null);
    const id = String(JSON.stringify(row[idColumn]));
    return { row: { resource: resource.name, id, label, field: best?.field ?? null }, rank: best?.rank ?? fits.length };
  });
}

/** The best first. Rows that fit as well stay in the order in which they were found. */
export function inOrder(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) => one.rank - other.rank);
}

function bestFit(row: Readonly<Record<string, unknown>>, searched: readonly SearchedField[]) {
  for (const [rank, fit] of fits.entries()) {
    const place = searched.findIndex((_, each) => row[fitColumn(fit, each)] === true);
    const found = searched[place];
    if (found !== undefined) return { rank, field: found.field.name };
  }
  return null;
}

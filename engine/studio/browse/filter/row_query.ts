import { queryText } from '../../api/query_text.ts';
import { quoted } from '../../api/quoted.ts';
import { labelFields } from '../../model/label.ts';
import type { Resource } from '../../model/model.ts';
import { contains } from './contains.ts';

const offered = 10;

/** The query for the rows whose label or number fits a text, or for the row of an id. */
export function rowQuery(target: Resource, asked: { readonly text: string } | { readonly id: string }): string {
  const shape: [string, string][] = [
    ['select', labelFields(target).join()],
    ['limit', String(offered)],
  ];
  if ('id' in asked) return queryText([['id', `eq.${asked.id}`], ...shape]);
  const text = asked.text.trim();
  if (text === '') return queryText(shape);
  const alternatives = target.label.flatMap((name) => {
    const {
      values: [pattern = ''],
      operator,
    } = contains(text);
    return target.fields.get(name)?.operators.includes(operator) ? [`${name}.${operator}.${quoted(pattern)}`] : [];
  });
  const all = /^\d{1,18}$/.test(text) ? [...alternatives, `id.eq.${text}`] : alternatives;
  return queryText(all.length === 0 ? shape : [['or', `(${all.join()})`], ...shape]);
}

import { type FieldsSeen, isEverywhere } from '../../access/field_rule.ts';
import type { Field } from '../../model/field.ts';
import type { Model } from '../../model/model.ts';

/**
 * The fields of events. A field that the role may not read is left out of the changes, and so are subjects that it
 * leads to. Events from before a renaming have the former names.
 */
export function withRedacted(
  fields: ReadonlyMap<string, Field>,
  { resources }: Model,
  seen: FieldsSeen,
): ReadonlyMap<string, Field> {
  const data: [string, readonly string[]][] = [];
  const subject: [string, readonly string[]][] = [];
  for (const table of resources.values()) {
    if (table.kind !== 'table' || table.event === null) continue;
    const hidden = [...table.fields.values()].filter(({ name }) => !isEverywhere(seen.get(table.name)?.get(name)));
    const names = hidden.flatMap(({ name, was }) => (was === null || table.fields.has(was) ? [name] : [name, was]));
    for (const source of table.was === null || resources.has(table.was) ? [table.name] : [table.name, table.was]) {
      if (names.length > 0) data.push([source, names]);
      const field = table.event.subject?.field;
      if (field !== undefined && names.includes(field)) subject.push([source, [field]]);
    }
  }
  const redacted = new Map([
    ['data', data],
    ['subject', subject],
  ]);
  return new Map(
    [...fields].map(([name, field]): [string, Field] => {
      const own = redacted.get(name) ?? [];
      return [name, own.length === 0 ? field : { ...field, redacted: new Map(own) }];
    }),
  );
}

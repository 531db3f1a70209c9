import fc from 'fast-check';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { isRequired } from '../../engine/model/required.ts';
import type { Rows, StoredRow } from './rows.ts';
import type { WriteQuestion } from './twins.ts';

/** Creates of one row and of many, which both dialects write alike. */
export function createsOf({ resources }: Model, rows: Rows): fc.Arbitrary<WriteQuestion> {
  const tables = [...resources.values()].filter((each): each is Table => each.kind === 'table');
  return fc.oneof(...tables.map((table) => createOf(table, rows)));
}

function createOf(table: Table, rows: Rows): fc.Arbitrary<WriteQuestion> {
  const fields = [...table.fields.values()].filter(({ create, computed }) => create && computed === null);
  const stored = rows.get(table.name) ?? [];
  return fc
    .record({
      set: fc.subarray(fields.filter((field) => !isRequired(field))),
      made: fc.array(fc.constantFrom(...stored), { maxLength: 5 }),
      isObject: fc.boolean(),
      shown: fc.option(fc.subarray(fields, { minLength: 1 })),
      answer: fc.constantFrom('return=minimal', 'return=representation', 'return=headers-only'),
      isCounted: fc.boolean(),
      isSingle: fc.nat(5).map((draw) => draw === 0),
    })
    .map(({ set, made, isObject, shown, answer, isCounted, isSingle }) => {
      const members = [...fields.filter(isRequired), ...set];
      const [first] = made;
      const body =
        isObject && first !== undefined
          ? objectOf(members, first)
          : `[${made.map((row) => objectOf(members, row)).join()}]`;
      const url = `/${table.name}${shown === null ? '' : `?select=${shown.map(({ name }) => name).join()}`}`;
      return {
        method: 'POST',
        ours: url,
        theirs: url,
        headers: {
          prefer: isCounted ? `${answer}, count=exact` : answer,
          ...(isSingle && { accept: 'application/vnd.pgrst.object+json' }),
        },
        body,
      };
    });
}

function objectOf(fields: readonly Field[], row: StoredRow): string {
  return `{${fields.map(({ name }) => `${JSON.stringify(name)}:${row.get(name) ?? 'null'}`).join()}}`;
}

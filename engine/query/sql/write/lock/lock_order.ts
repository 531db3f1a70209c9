import { concernsOf, meetingOf } from '../../../../model/condition/check_concern.ts';
import type { Field } from '../../../../model/field.ts';
import type { Model, Table } from '../../../../model/model.ts';
import { oncePerModel } from '../../../../model/once.ts';
import { recordingNames } from '../../../../model/recorder.ts';
import { targetOf } from '../../../../vocabulary/field_type.ts';

/**
 * The tables of a model in the order in which a batch locks their rows. It is the order of single writes, so neither waits
 * for the other in a circle. Owners of timelines come before entries, and owners of checks before the rows that these look at. Among tables of one depth, a table comes before the
 * tables that it refers to. A single write locks its row before the rows that it refers to.
 */
export const lockOrder = oncePerModel(orderOf);

/** The field whose row is what writers of a timeline queue on, and the resource of that row. */
function ownerOf({ temporal, fields }: Table): { readonly field: Field; readonly to: string } | null {
  const field = fields.get(temporal?.timeline[0] ?? '');
  return field?.type.kind === 'reference' ? { field, to: field.type.to } : null;
}

/** The fields whose rows writers lock before a row of the table: of its timeline, and of checks that look at it. */
export function ownersOf(table: Table, model: Model): readonly { readonly field: Field; readonly to: string }[] {
  const timeline = ownerOf(table);
  const checks = concernsOf(table, model).flatMap((concern) => {
    const { resource, field, column } = concern;
    const to = field === 'id' ? resource : meetingOf(concern, model);
    const own = column === 'id' ? undefined : table.fields.get(column);
    return to === null || own === undefined || own === timeline?.field ? [] : [{ field: own, to }];
  });
  return timeline === null ? checks : [timeline, ...checks];
}

function orderOf(model: Model): readonly Table[] {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const referring = Map.groupBy(tables.flatMap(referencesOf), ({ to }) => to);
  const depths = new Map(tables.map((table) => [table, depthOf(table, model)]));
  const ordered = new Set<Table>();
  const visited = new Set<Table>();
  const visit = (table: Table): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { from } of referring.get(table.name) ?? []) if (depths.get(from) === depths.get(table)) visit(from);
    ordered.add(table);
  };
  const byDepth = tables.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
  for (const table of byDepth) visit(table);
  return [...ordered];
}

function referencesOf(from: Table): readonly { readonly from: Table; readonly to: string }[] {
  const owner = ownerOf(from)?.field;
  return [...from.fields.values()].flatMap((field) => {
    const to = targetOf(field.type);
    return to !== null && field !== owner && !recordingNames.has(field.name) ? [{ from, to }] : [];
  });
}

/**
 * How many tables lie above the rows of a table: owners of its timelines, and of checks that look at many of its rows. A circle
 * of owners ends where it began.
 */
function depthOf(table: Table, model: Model): number {
  const above = new Set<Table>();
  const visit = (each: Table): void => {
    if (above.has(each)) return;
    above.add(each);
    for (const { to } of ownersOf(each, model)) {
      const owner = tableOf(model, to);
      if (owner !== null) visit(owner);
    }
  };
  visit(table);
  return above.size;
}

export function tableOf({ resources }: Model, name: string): Table | null {
  const resource = resources.get(name);
  return resource?.kind === 'table' ? resource : null;
}

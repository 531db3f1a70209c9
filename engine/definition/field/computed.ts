import { comparisonsOf } from '../../language/comparisons.ts';
import type { Condition, Name, Value } from '../../language/syntax.ts';
import { ruleContext } from '../../model/condition/bind.ts';
import type { Field } from '../../model/field.ts';
import { placeWithin } from '../file/place.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt, type Rule } from '../resource/rule.ts';
import { accessOfComputed } from './computed_access.ts';

/**
 * The fields, with the rules of computed fields. Computed fields may use each other in any order, but not in a circle.
 */
export function withComputed(
  fields: readonly Field[],
  definition: ResourceDefinition,
  zone: string,
  file: DefinitionFile,
): readonly Field[] {
  const { source, report } = file;
  const completed = new Map(fields.map((field) => [field.name, field]));
  const parsed = new Map<string, { readonly rule: Rule; readonly conditions: readonly Condition[] }>();
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.computed === undefined) continue;
    checkFacets(name, field, report);
    const rule = { text: field.computed, path: ['fields', name, 'computed'] };
    const conditions = parseRuleAt(rule, file);
    if (conditions !== null) parsed.set(name, { rule, conditions });
  }

  const visiting = new Set<string>();
  const done = new Set<string>();
  const complete = (name: string): void => {
    const field = completed.get(name);
    const own = parsed.get(name);
    if (field === undefined || own === undefined || done.has(name)) return;
    visiting.add(name);
    for (const { text, offset } of own.conditions.flatMap(namesIn)) {
      if (visiting.has(text)) {
        const place = placeWithin(source, own.rule.path, offset);
        report(own.rule.path, {
          message: `${text} is computed from itself`,
          expected: 'a rule over other fields',
          place,
        });
      } else complete(text);
    }
    const related = own.conditions.flatMap(namesIn).filter(({ text }) => isRelation(text, definition));
    for (const { text, offset } of related) {
      report(own.rule.path, {
        message: `${text} is a relation, and a computed field looks at the fields of its own row`,
        expected: 'a rule over fields of this resource',
        place: placeWithin(source, own.rule.path, offset),
      });
    }
    const aggregates = own.conditions
      .flatMap((each) => comparisonsOf(each))
      .filter((each) => each.aggregate !== undefined);
    for (const { path } of aggregates) {
      const { text = '', offset = 0 } = path.at(-1) ?? {};
      report(own.rule.path, {
        message: `${text} counts related rows, and a computed field looks at the fields of its own row`,
        expected: 'a rule over fields of this resource',
        place: placeWithin(source, own.rule.path, offset),
      });
    }
    visiting.delete(name);
    done.add(name);
    if (related.length > 0 || aggregates.length > 0) return;
    // A value of the row itself: what it is computed by is as old as the row, in its history too.
    const row = { name: definition.resource, fields: completed, relations: new Map() };
    const context = ruleContext({ row, rows: new Map() }, { claims: null, zone });
    const computed = bindRuleAt(own.conditions, own.rule, context, file);
    if (computed !== null) {
      const access = accessOfComputed(field, computed, report);
      completed.set(name, { ...field, computed: { kind: 'condition', condition: computed }, access });
    }
  };
  for (const name of parsed.keys()) complete(name);
  return [...completed.values()];
}

/** What the comparisons of a condition begin with, a field or a relation, and the fields whose values they compare with. */
function namesIn(condition: Condition): readonly Name[] {
  const names = comparisonsOf(condition).flatMap(({ path, value }) => [...path.slice(0, 1), ...ownField(value)]);
  return [...new Map(names.map((name) => [name.offset, name])).values()];
}

/** The field of `$field`. */
function ownField(value: Value): readonly Name[] {
  const isOwn = value.kind === 'single' && !value.isQuoted && value.text.startsWith('$');
  return isOwn ? [{ text: value.text.slice(1), offset: value.offset + 1 }] : [];
}

function isRelation(name: string, { fields, relations = {} }: ResourceDefinition): boolean {
  return Object.hasOwn(relations, name) || fields[`${name}_id`]?.type === 'reference';
}

function checkFacets(name: string, field: FieldDefinition, report: Report): void {
  for (const facet of ['default', 'backfill', 'unique', 'nullable', 'create', 'update'] as const) {
    if (field[facet] === undefined || field[facet] === false) continue;
    const message = `a computed field has no ${facet}`;
    report(['fields', name, facet], { message, expected: 'a stored field, or only its rule', part: 'key' });
  }
}

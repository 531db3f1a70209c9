import { comparisonsOf } from '../../language/comparisons.ts';
import type { Condition, Name, Value } from '../../language/syntax.ts';
import { isValue } from '../../language/value.ts';
import { ruleContext } from '../../model/condition/bind.ts';
import type { Field } from '../../model/field.ts';
import { placeWithin } from '../file/place.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt, type Rule } from '../resource/rule.ts';
import { aliasOf } from './alias.ts';
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
    const rule = { text: field.computed, path: ['fields', name, 'computed'] };
    checkFacets(name, field, storedFacets, report);
    const value = { kind: 'value', text: rule.text, made: null } as const;
    const own = completed.get(name);
    if (isValue(rule.text) && own !== undefined) {
      completed.set(name, { ...own, computed: value });
      continue;
    }
    if (field.type !== 'boolean') {
      const message = `a rule is true or false, and ${name} is of type ${field.type}`;
      report(rule.path, { message, expected: 'type: boolean, or a value such as relation.field or count(relation)' });
      continue;
    }
    checkFacets(name, field, ['nullable'], report);
    const conditions = parseRuleAt(rule, file);
    if (conditions === null) continue;
    if (own !== undefined && looksAtRelated(conditions, definition)) completed.set(name, { ...own, computed: value });
    else parsed.set(name, { rule, conditions });
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
    visiting.delete(name);
    done.add(name);
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

/** Whether a rule looks at related rows. */
function looksAtRelated(conditions: readonly Condition[], definition: ResourceDefinition): boolean {
  return conditions
    .flatMap((each) => comparisonsOf(each))
    .some(({ path: [first, ...below], aggregate }) => {
      return aggregate !== undefined || below.length > 0 || isRelation(first?.text ?? '', definition);
    });
}

function isRelation(name: string, { fields, relations = {} }: ResourceDefinition): boolean {
  return (
    Object.hasOwn(relations, name) ||
    Object.entries(fields).some(([field, written]) => aliasOf(field, written) === name)
  );
}

const storedFacets = ['default', 'backfill', 'unique', 'create', 'update', 'write_only', 'transitions'] as const;

function checkFacets(
  name: string,
  field: FieldDefinition,
  facets: readonly ((typeof storedFacets)[number] | 'nullable')[],
  report: Report,
): void {
  for (const facet of facets) {
    if (field[facet] === undefined || field[facet] === false) continue;
    const message = `a computed field has no ${facet}`;
    report(['fields', name, facet], { message, expected: 'a stored field, or only its rule', part: 'key' });
  }
}

import { isDeepStrictEqual } from 'node:util';
import { computedWords } from '../../model/computed_words.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { isRequired } from '../../model/required.ts';
import { type FieldType, targetOf } from '../../vocabulary/field_type.ts';
import { deprecatedValues } from '../../vocabulary/type/enum.ts';

/** What changed about the fields of a resource. */
export function fieldChanges(was: Table, now: Table): readonly string[] {
  const removed = [...was.fields.keys()].filter((name) => !now.fields.has(name));
  return [
    ...[...now.fields.values()].flatMap((field) => {
      const before = was.fields.get(field.name);
      return before === undefined ? [newField(field)] : changesOf(before, field);
    }),
    ...removed.map((name) => `\`${name}\` is gone`),
  ];
}

function newField(field: Field): string {
  const { name, type, computed } = field;
  return `\`${name}\` is new: ${kindOf(type)}${computed === null && isRequired(field) ? ', required' : ''}`;
}

function changesOf(was: Field, now: Field): readonly string[] {
  const name = `\`${now.name}\``;
  const turned = (of: (field: Field) => boolean, on: string, off: string) =>
    of(was) === of(now) ? [] : [`${name} ${of(now) ? on : off}`];
  return [
    ...typeChanges(name, was.type, now.type),
    ...turned(({ nullable }) => nullable, 'may be null', 'may no longer be null'),
    ...turned(({ create }) => create, 'is taken on create', 'is no longer taken on create'),
    ...turned(({ update }) => update, 'is taken on update', 'is no longer taken on update'),
    ...turned(({ writeOnly }) => writeOnly, 'is no longer shown', 'is shown'),
    ...turned(({ deprecated }) => deprecated !== null, 'is deprecated', 'is no longer deprecated'),
    ...turned(
      ({ unseen }) => unseen,
      'may refer to rows that the caller does not read',
      'refers only to rows that the caller reads',
    ),
    ...turned(({ acyclic }) => acyclic, 'no longer lets a row be its own ancestor', 'lets a row be its own ancestor'),
    ...deletionChange(name, was, now),
    ...defaultChange(name, was, now),
    ...computedChange(name, was, now),
  ];
}

function deletionChange(name: string, { onDelete: was }: Field, { onDelete: now, type }: Field): readonly string[] {
  if (was?.action === now?.action || targetOf(type) === null) return [];
  if (now === null) return [`the row that ${name} refers to cannot be deleted`];
  const becomes =
    now.action === 'cascade' ? 'the row is deleted' : type.kind === 'array' ? 'it loses an element' : 'it becomes null';
  return [`${becomes} when the row that ${name} refers to is deleted`];
}

function defaultChange(name: string, { default: was }: Field, { default: now }: Field): readonly string[] {
  if (isDeepStrictEqual(was, now)) return [];
  if (now === null) return [`${name} no longer has a default`];
  if (now.kind === 'generated') return [`${name} is generated when it is not sent`];
  if (now.kind === 'now') return [`${name} is the instant of the write when it is not sent`];
  if (now.kind === 'today') return [`${name} is the day of the write in ${now.zone} when it is not sent`];
  if (now.kind === 'number') return [`${name} is counted as \`${now.form.written}\` when it is not sent`];
  if (now.kind === 'claim') return [`${name} is the claim \`${now.claim}\` of the caller when it is not sent`];
  return [`${name} is \`${JSON.stringify(now.value)}\` when it is not sent`];
}

function computedChange(name: string, { computed: was }: Field, { computed: now }: Field): readonly string[] {
  const [before, after] = [was, now].map((computed) => (computed === null ? null : computedWords(computed)));
  if (before === after) return [];
  return [after === null ? `${name} is stored, no longer computed` : `${name} is ${after}`];
}

function typeChanges(name: string, was: FieldType, now: FieldType): readonly string[] {
  if (was.kind !== now.kind || kindOf(was) !== kindOf(now))
    return [`${name} is ${kindOf(now)}, no longer ${kindOf(was)}`];
  if (was.kind === 'enum' && now.kind === 'enum') return enumChanges(name, was, now);
  if (was.kind === 'json') return isDeepStrictEqual(was, now) ? [] : [`${name} follows another JSON Schema`];
  return isDeepStrictEqual(was, now) ? [] : [`${name} takes other values: ${limitsOf(now)}`];
}

type Enum = FieldType & { readonly kind: 'enum' };

function enumChanges(name: string, was: Enum, now: Enum): readonly string[] {
  const listed = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');
  const added = now.values.filter((value) => !was.values.includes(value));
  const removed = was.values.filter((value) => !now.values.includes(value));
  const retired = deprecatedValues(now).filter((value) => !deprecatedValues(was).includes(value));
  const steps = ({ values, transitions, movers }: Enum) =>
    values.flatMap((value) =>
      [...(transitions?.get(value) ?? (transitions === null ? ['any'] : []))].map((next) =>
        [value, next, ...(movers?.get(value)?.get(next) ?? [])].join('\n'),
      ),
    );
  const bothHave = (step: string) => ![...added, ...removed].some((value) => step.split('\n').includes(value));
  const isSame = isDeepStrictEqual(new Set(steps(was).filter(bothHave)), new Set(steps(now).filter(bothHave)));
  return [
    ...(added.length === 0 ? [] : [`${name} may be ${listed(added)}`]),
    ...(removed.length === 0 ? [] : [`${name} may no longer be ${listed(removed)}`]),
    ...(retired.length === 0 ? [] : [`${name} no longer becomes ${listed(retired)}`]),
    ...(isSame ? [] : [`${name} changes in other steps`]),
  ];
}

function kindOf(type: FieldType): string {
  if (type.kind === 'array') return `array of ${kindOf(type.of)}`;
  return type.kind === 'reference' ? `reference to \`${type.to}\`` : type.kind;
}

/** The facets of a type, in the words of the definitions. */
function limitsOf(type: FieldType): string {
  const facets = Object.entries(type.kind === 'array' ? { ...type, of: null } : type).filter(
    ([facet, value]) => facet !== 'kind' && value !== null,
  );
  const words = facets.map(([facet, value]) => `${snakeCase(facet)} \`${facetText(value)}\``);
  return words.length === 0 ? 'any' : words.join(', ');
}

function facetText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { kind, name, field } = value as { readonly kind?: string; readonly name?: string; readonly field?: string };
  return kind === 'by' ? `by ${field}` : String(name);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

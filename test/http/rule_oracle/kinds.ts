import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import type { TypeName } from './values.ts';

/** A kind of row, as the plain evaluator knows it. */
export interface Kind {
  readonly name: string;
  readonly fields: Readonly<Record<string, TypeName>>;
  readonly relations: Readonly<Record<string, PlainRelation>>;
  readonly isTimeline: boolean;
  readonly hasHistory: boolean;
}

export interface PlainRelation {
  readonly to: string;
  readonly from: string;
  readonly by: string;
  readonly isMany: boolean;
}

export type Kinds = ReadonlyMap<string, Kind>;

/** Random choices. */
export interface Choice {
  upTo(maximum: number): number;
  of<Value>(values: readonly Value[]): Value;
  /** Whether something happens that happens in so many of a hundred cases. */
  in100(chance: number): boolean;
}

export function choiceBy(
  generate: <Value, Arguments extends unknown[]>(
    arbitrary: (...given: Arguments) => Arbitrary<Value>,
    ...given: Arguments
  ) => Value,
): Choice {
  const upTo = (maximum: number): number => generate(fc.nat, { max: maximum });
  return {
    upTo,
    of: (values) => values[upTo(values.length - 1)] as (typeof values)[number],
    in100: (chance) => upTo(99) < chance,
  };
}

const ownFields: Readonly<Record<string, TypeName>> = {
  name: 'text',
  note: 'text',
  size: 'integer',
  bound: 'integer',
  day: 'date',
  due: 'date',
  opened: 'datetime',
  closed: 'datetime',
  flag: 'boolean',
  state: 'enum',
  tags: 'array',
};

const recorded = { recorded_at: 'datetime', recorded: 'period' } as const;

/** Two to four kinds. Each but the first refers to one before it, by which a timeline is one of entries. */
export function chooseKinds(choice: Choice): Kinds {
  const names = ['unit', 'holding', 'device', 'share'].slice(0, 2 + choice.upTo(2));
  const drafts = names.map((name, index) => {
    const chosen = Object.entries(ownFields).filter(() => choice.in100(65));
    const isTimeline = index > 0 && (index === 1 || choice.in100(40));
    const references: Record<string, string> = {};
    if (index > 0) references.owner = names[choice.upTo(index - 1)] as string;
    if (choice.in100(40)) references.other = names[choice.upTo(index)] as string;
    return { name, index, isTimeline, references, chosen, hasHistory: choice.in100(65) };
  });
  const kinds = drafts.map(({ name, isTimeline, references, chosen, hasHistory }): Kind => {
    const relations: Record<string, PlainRelation> = {};
    for (const [alias, to] of Object.entries(references))
      relations[alias] = { to, from: `${alias}_id`, by: 'id', isMany: false };
    for (const other of drafts) {
      for (const [alias, to] of Object.entries(other.references))
        if (to === name)
          relations[`${other.name}_${alias}`] = { to: other.name, from: 'id', by: `${alias}_id`, isMany: true };
    }
    const ids = Object.keys(references).map((alias): [string, TypeName] => [`${alias}_id`, 'reference']);
    const times = isTimeline ? ({ valid_from: 'datetime', valid_to: 'datetime', validity: 'period' } as const) : {};
    return {
      name,
      fields: { id: 'reference', remark: 'text', ...Object.fromEntries([...chosen, ...ids]), ...times, ...recorded },
      relations,
      isTimeline,
      hasHistory,
    };
  });
  return new Map([...kinds, identityKind].map((kind) => [kind.name, kind]));
}

const identityKind: Kind = {
  name: 'identity',
  fields: { id: 'reference', name: 'text', level: 'integer', since: 'date', trusted: 'boolean', unit_id: 'reference' },
  relations: { unit: { to: 'unit', from: 'unit_id', by: 'id', isMany: false } },
  isTimeline: false,
  hasHistory: false,
};

const written: Readonly<Partial<Record<TypeName, string>>> = {
  enum: 'enum, values: [a, b, c]',
  array: 'array, of: text',
};

/** The fields whose values a row has of its own. */
export function storedFields({ fields }: Kind): readonly (readonly [name: string, type: TypeName])[] {
  return Object.entries(fields).filter(
    ([name]) => !['id', 'recorded_at', 'recorded', 'valid_from', 'valid_to', 'validity'].includes(name),
  );
}

/** The definition of a kind, whose access stands in lines of its own. */
export function definitionOf(kind: Kind, access: readonly string[]): string {
  const { name, isTimeline, hasHistory, relations } = kind;
  const fields = storedFields(kind).map(([field, type]) => {
    const target = relations[field.replace(/_id$/, '')]?.to;
    const isPlace = isTimeline && field === 'owner_id';
    const said = type === 'reference' ? `reference, to: ${target}` : (written[type] ?? type);
    return `  ${field}: { type: ${said}${isPlace ? '' : ', nullable: true'} }\n`;
  });
  const many = Object.entries(relations).filter(([, { isMany }]) => isMany);
  return [
    `resource: ${name}\n`,
    hasHistory ? 'history: true\n' : '',
    isTimeline ? 'temporal: { timeline: owner_id, overlap: reject }\n' : '',
    'fields:\n',
    name === identityKind.name ? '  subject: { type: text, unique: true, nullable: true }\n' : '',
    ...fields,
    ...(many.length > 0 ? ['relations:\n'] : []),
    ...many.map(([alias, { to, by }]) => `  ${alias}: { resource: ${to}, by: ${by} }\n`),
    'access:\n  all: all\n',
    ...access.map((line) => `${line}\n`),
  ].join('');
}

import { type Atom, atomsOf } from './condition/atom.ts';
import { relatedBy } from './condition/reached.ts';
import type { Aggregate, BoundCondition, Field, Made, Operand } from './field.ts';
import { type Relation, stepsOf } from './relation.ts';

/** The rule of a computed field over the row itself; null for any other field. */
export function ownRule({ computed }: Pick<Field, 'computed'>): BoundCondition | null {
  return computed?.kind === 'condition' ? computed.condition : null;
}

/** Whether the value of a field is made of related rows. */
export function isOfRelated({ computed }: Pick<Field, 'computed'>): boolean {
  return computed?.kind === 'value';
}

/** The fields that a row shows where a request names none: a value of related rows costs a look at them. */
export function shownFields({ fields }: { readonly fields: ReadonlyMap<string, Field> }): readonly Field[] {
  return [...fields.values()].filter((field) => !isOfRelated(field));
}

/** The rules by which a computed field gets its value; none for any other field. */
export function rulesOf(field: Field): readonly BoundCondition[] {
  const { computed } = field;
  if (computed === null) return [];
  if (computed.kind === 'condition') return [computed.condition];
  return computed.made === null ? [] : rulesOfMade(computed.made);
}

/** The rules by which a value of related rows is made. */
export function rulesOfMade(made: Made): readonly BoundCondition[] {
  switch (made.by) {
    case 'rule':
      return [made.condition];
    case 'aggregate':
      return rulesOfRows(made.aggregate);
    case 'way':
      return [
        ...made.steps.flatMap((step) => [
          ...rulesOfRows(step),
          ...step.order.flatMap(({ operand }) => rulesOf(operand.field)),
        ]),
        ...rulesOf(made.operand.field),
      ];
  }
}

function rulesOfRows({ link, condition }: Pick<Aggregate, 'link' | 'condition'>): readonly BoundCondition[] {
  return [link, condition].filter((each) => each !== null);
}

/** All that makes a value of related rows, as the atoms of a condition. */
export function atomsOfMade(made: Made): readonly Atom[] {
  switch (made.by) {
    case 'rule':
      return atomsOf(made.condition);
    case 'aggregate': {
      const { aggregate } = made;
      const taken = aggregate.operand === null ? [] : [valueAt(stepsOf(aggregate.relation), aggregate.operand)];
      return [...atomsOf(relatedBy(aggregate)), ...taken];
    }
    case 'way': {
      const atoms: Atom[] = [];
      let path: readonly Relation[] = [];
      for (const step of made.steps) {
        atoms.push(...atomsOf(relatedBy(step), path));
        path = [...path, ...stepsOf(step.relation)];
        for (const { operand } of step.order) atoms.push(valueAt(path, operand));
      }
      return [...atoms, valueAt(path, made.operand)];
    }
  }
}

function valueAt(path: readonly Relation[], operand: Operand): Atom {
  return { kind: 'value', path, operand };
}

import type {
  AnyComparison,
  BoundComparison,
  BoundCondition,
  BoundRelated,
  BoundRule,
  BoundVisible,
  Operand,
} from '../field.ts';
import { type Relation, stepOf, stepsOf, withStep } from '../relation.ts';
import { type Reached, relatedBy } from './reached.ts';

/**
 * What a condition is built of: a comparison, or a look at related rows. Also a value that a comparison takes from a row, and
 * what is asked of a row as a whole. The path has the relations that lead to the row it is about.
 */
export type Atom<Comparison = BoundComparison> =
  | { readonly kind: 'comparison'; readonly path: readonly Relation[]; readonly comparison: Comparison }
  | { readonly kind: 'value'; readonly path: readonly Relation[]; readonly operand: Operand }
  | { readonly kind: 'related'; readonly path: readonly Relation[]; readonly related: BoundRelated<Comparison> }
  | {
      readonly kind: 'whole';
      readonly path: readonly Relation[];
      readonly asked: BoundRule<Comparison> | BoundVisible;
    };

/**
 * All atoms of a condition, at every depth and in its order: a look at related rows before what is said of them. This is
 * the only walk over conditions. An atom whose path is empty is about the row itself.
 */
export function atomsOf<Comparison extends AnyComparison>(
  condition: BoundCondition<Comparison>,
  path: readonly Relation[] = [],
  root: readonly Relation[] = [],
): readonly Atom<Comparison>[] {
  switch (condition.kind) {
    case 'comparison':
      return [
        { kind: 'comparison', path, comparison: condition },
        ...aggregateAtoms<Comparison>(condition.operand, path, root),
        ...ownValueAtoms(condition.comparand, root),
      ];
    case 'logic':
      return condition.operands.flatMap((operand) => atomsOf(operand, path, root));
    case 'related': {
      const own: Atom<Comparison> = { kind: 'related', path, related: condition };
      const { relation, condition: below } = condition;
      return below === null ? [own] : [own, ...atomsOf(below, [...path, stepOf(relation)], root)];
    }
    case 'rule':
      return [{ kind: 'whole', path, asked: condition }, ...atomsOf(condition.condition, path, path)];
    case 'visible':
      return [{ kind: 'whole', path, asked: condition }];
    case 'covered': {
      const { relations, bounds, condition: below } = condition;
      const own = bounds.map((operand): Atom<Comparison> => ({ kind: 'value', path, operand }));
      const steps = stepAtoms(relations, path);
      return [...own, ...steps, ...(below === null ? [] : atomsOf(below, [...path, ...relations], root))];
    }
  }
}

/** An aggregate looks at related rows, at what it says of them, and at what it takes of each. */
function aggregateAtoms<Comparison extends AnyComparison>(
  compared: AnyComparison['operand'],
  path: readonly Relation[],
  root: readonly Relation[],
): readonly Atom<Comparison>[] {
  if (!('aggregate' in compared)) return [];
  const { relation, operand } = compared.aggregate;
  // Only rules have aggregates, and the comparisons of a rule are all of one kind.
  const reached = compared.aggregate as Reached<Comparison>;
  const there = [...path, ...stepsOf(relation)];
  return [
    ...atomsOf<Comparison>(relatedBy(reached), path, root),
    ...(operand === null ? [] : [{ kind: 'value', path: there, operand } as const]),
  ];
}

/** A value of the row that a rule is about is looked at from there, wherever it is compared. */
function ownValueAtoms(comparand: AnyComparison['comparand'], root: readonly Relation[]): readonly Atom<never>[] {
  if (comparand.kind !== 'own') return [];
  const { relations, operand } = comparand;
  const steps = stepAtoms(relations, root);
  return [...steps, { kind: 'value', path: [...root, ...relations], operand }];
}

/** A look at the rows of each step of a way that begins behind a path. */
function stepAtoms(relations: readonly Relation[], path: readonly Relation[]): readonly Atom<never>[] {
  return relations.map((relation, depth) => {
    const related = { kind: 'related', relation, negated: false, condition: null } as const;
    return { kind: 'related', path: [...path, ...relations.slice(0, depth)], related };
  });
}

/** The atoms about the row itself. */
export function ownAtoms<Comparison extends AnyComparison>(
  condition: BoundCondition<Comparison>,
): readonly Atom<Comparison>[] {
  return atomsOf(condition).filter(({ path }) => path.length === 0);
}

/** All comparisons of a condition, those about related rows included. */
export function comparisonsIn<Comparison extends AnyComparison>(
  condition: BoundCondition<Comparison>,
): readonly Comparison[] {
  return atomsOf(condition).flatMap((atom) => (atom.kind === 'comparison' ? [atom.comparison] : []));
}

/** Changes the parts of a condition and keeps how they are joined. `path` and `root` are what `atomsOf` takes. */
export function mapCondition<To = BoundComparison>(
  condition: BoundCondition,
  change: {
    readonly comparison: (comparison: BoundComparison, path: readonly Relation[], root: readonly Relation[]) => To;
    readonly relation: (relation: Relation, path: readonly Relation[]) => Relation;
  },
  path: readonly Relation[] = [],
  root: readonly Relation[] = [],
): BoundCondition<To> {
  switch (condition.kind) {
    case 'comparison':
      return change.comparison(condition, path, root);
    case 'logic':
      return { ...condition, operands: condition.operands.map((operand) => mapCondition(operand, change, path, root)) };
    case 'related': {
      const { relation, condition: below } = condition;
      return {
        ...condition,
        relation: withStep(relation, (step) => change.relation(step, path)),
        condition: below && mapCondition(below, change, [...path, stepOf(relation)], root),
      };
    }
    case 'rule':
      return { ...condition, condition: mapCondition(condition.condition, change, path, path) };
    case 'visible':
      return condition;
    case 'covered': {
      const { relations, condition: below } = condition;
      return {
        ...condition,
        relations: relations.map((relation, depth) =>
          change.relation(relation, [...path, ...relations.slice(0, depth)]),
        ),
        condition: below && mapCondition(below, change, [...path, ...relations], root),
      };
    }
  }
}

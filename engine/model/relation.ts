/** `target` rows whose column `to` equals this row's column `from`, or any element of a column that is an array. */
export interface Relation {
  readonly alias: string;
  /** Its former alias. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  readonly from: string;
  readonly to: string;
  /** Which of the two columns is an array; absent where neither is. */
  readonly inArray?: 'from' | 'to';
}

/** Many to many: the rows that the links of this row lead to, each once. */
export interface Through {
  readonly alias: string;
  /** Its former alias. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'many';
  /** To the links of this row, and from a link to the row at its other end. */
  readonly steps: readonly [links: Relation, end: Relation];
}

/** Whether a column of the row says which one row a relation leads to. */
export function isReference({ to, inArray }: Relation): boolean {
  return to === 'id' && inArray === undefined;
}

/** The rows above this row in a tree, or the rows below it, each once. */
export interface Tree {
  readonly alias: string;
  /** Its former alias. */
  readonly was: string | null;
  readonly target: string;
  readonly cardinality: 'many';
  /** The column with which this row begins. A version of a row has another one. */
  readonly start: string;
  /** From a row of the tree to the next ones: to the row that it refers to, or to the rows that refer to it. */
  readonly step: Relation;
  /** Most steps from this row. */
  readonly depth: number;
}

/** A relation under an alias of its resource. */
export type AnyRelation = Relation | Through | Tree;

/** A relation of a condition, which goes step by step: it has no `Through`. */
export type SteppedRelation = Relation | Tree;

/** Whether a relation leads to its rows by two columns: without links, and not along a tree. */
export function isDirect(relation: AnyRelation): relation is Relation {
  return !('steps' in relation || 'step' in relation);
}

/** A relation by steps of two columns each. Of a tree, it is one of its steps. */
export function stepsOf(relation: AnyRelation): readonly Relation[] {
  return 'steps' in relation ? relation.steps : [stepOf(relation)];
}

/** A relation, or the first step of a tree. */
export function stepOf(relation: SteppedRelation): Relation {
  return isTree(relation) ? { ...relation.step, from: relation.start } : relation;
}

/** A relation whose step is another one. */
export function withStep(relation: SteppedRelation, change: (step: Relation) => Relation): SteppedRelation {
  if (!isTree(relation)) return change(relation);
  const [first, step] = [change(stepOf(relation)), change(relation.step)];
  return { ...relation, alias: step.alias, target: step.target, start: first.from, step };
}

/** Whether a relation leads along a tree. */
export function isTree(relation: AnyRelation): relation is Tree {
  return 'step' in relation;
}

/** A relation of a condition that never has trees: the definitions are checked for that. */
export function withoutTree(relation: SteppedRelation): Relation {
  if (isTree(relation)) throw new Error(`the relation ${relation.alias} leads along a tree`);
  return relation;
}

/** Many to many: `links` leads to the links of a row, and `end` from a link to the row at its other end. */
export function throughLinks(alias: string, was: string | null, links: Relation, end: Relation): Through {
  const steps = [
    { ...links, alias: linkAlias(alias, links.target), was: null },
    { ...end, alias, was: null },
  ] as const;
  return { alias, was, target: end.target, cardinality: 'many', steps };
}

/** A step to links or to other rows, of which the resource has another name. */
export function withTarget(step: Relation, target: string): Relation {
  const [alias = '', link] = step.alias.split(linkSign);
  return { ...step, target, alias: link === undefined ? alias : linkAlias(alias, target) };
}

function linkAlias(alias: string, link: string): string {
  return `${alias}${linkSign}${link}`;
}

/** Whether a step leads to links. */
export function isToLinks({ alias }: Relation): boolean {
  return alias.includes(linkSign);
}

/** The aliases of a way as a rule has them: a link is named only where the way ends there. */
export function wayText(way: readonly Pick<Relation, 'alias'>[]): string {
  return writtenWay(way.map(({ alias }) => alias));
}

/** The same for the aliases alone. */
export function writtenWay(aliases: readonly string[]): string {
  const last = aliases.length - 1;
  return aliases.filter((alias, index) => index === last || !alias.includes(linkSign)).join('.');
}

// As PostgREST names a link. No relation of the definitions has it in its alias.
const linkSign = '!';

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

/** A relation under an alias of its resource. Conditions go step by step: they have no `Through`. */
export type AnyRelation = Relation | Through;

/** Whether a column of the row says which one row a relation leads to. */
export function isReference({ to, inArray }: Relation): boolean {
  return to === 'id' && inArray === undefined;
}

/** Whether a relation leads to its rows without links. */
export function isDirect(relation: AnyRelation): relation is Relation {
  return !('steps' in relation);
}

/** A relation by steps of one column each. */
export function stepsOf(relation: AnyRelation): readonly Relation[] {
  return 'steps' in relation ? relation.steps : [relation];
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

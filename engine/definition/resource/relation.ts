import { type AnyRelation, isDirect } from '../../model/relation.ts';
import type { Definitions } from '../definitions.ts';
import { aliasOf } from '../field/alias.ts';
import { checkFormerNames } from '../field/former_name.ts';
import { referredBy } from '../field/referred.ts';
import { reservedReason } from '../field/reserved.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { buildTree } from '../relation/tree.ts';
import { buildBackward } from './backward.ts';
import { buildThrough } from './through.ts';

/** The embed aliases of a resource: of its reference fields, then the declared ones. */
export function buildRelations(
  definition: ResourceDefinition,
  definitions: Definitions,
  report: Report,
): ReadonlyMap<string, AnyRelation> {
  const relations = new Map<string, AnyRelation>();
  for (const [field, written] of Object.entries(definition.fields)) {
    const referred = referredBy(written);
    const alias = aliasOf(field, written);
    if (alias === null || referred === null) continue;
    const own = { alias, was: null, target: referred.to, from: field, to: 'id' };
    relations.set(
      alias,
      referred.isArray ? { ...own, cardinality: 'many', inArray: 'from' } : { ...own, cardinality: 'one' },
    );
  }
  checkFormerNames('relations', definition.relations ?? {}, report);
  for (const [alias, written] of Object.entries(definition.relations ?? {})) {
    const path = ['relations', alias];
    const clash = clashOf(alias, definition, relations);
    if (clash !== null) {
      report(path, { message: clash, expected: 'another alias', part: 'key' });
      continue;
    }
    relations.set(
      alias,
      buildRelation({ ...written, alias }, definition, definitions, report) ?? leadingNowhere(alias),
    );
  }
  return relations;
}

type RelationDefinition = NonNullable<ResourceDefinition['relations']>[string];

/** A declared relation. Null after a fault, which is reported, where it leads nowhere. */
function buildRelation(
  written: RelationDefinition & { readonly alias: string },
  own: ResourceDefinition,
  definitions: Definitions,
  report: Report,
): AnyRelation | null {
  const { alias, resource, through, by, to, depth } = written;
  const path = ['relations', alias];
  const was = written.was ?? null;
  const [way, ...others] = ways.filter((key) => written[key] !== undefined);
  if (way === undefined) {
    const message = 'it does not say where the related rows are';
    const expected =
      '"resource: <name>", "through: <name>" for rows behind links, or "ancestors: <field>" or "descendants: <field>"';
    report(path, { message, expected, part: 'key' });
    return null;
  }
  const [other] = others;
  if (other !== undefined) {
    const message = `a relation has "${way}" or "${other}", and not both`;
    report([...path, way], { message, expected: 'one of them', part: 'key' });
    return null;
  }
  if (way === 'ancestors' || way === 'descendants') {
    for (const key of ['by', 'to'] as const)
      if (written[key] !== undefined)
        report([...path, key], { message: `"${key}" is of no tree`, expected: `no "${key}"`, part: 'key' });
    return buildTree({ alias, side: way, field: written[way] ?? '', depth, was }, own, report);
  }
  if (depth !== undefined) {
    const message = '"depth" is of a tree, and this relation goes along none';
    report([...path, 'depth'], { message, expected: 'no "depth"', part: 'key' });
  }
  if (by === undefined) {
    report(path, { message: 'the key "by" is missing', expected: 'by: <field>', part: 'key' });
    return null;
  }
  if (through !== undefined) return buildThrough({ alias, through, by, to, was }, own, definitions, report);
  if (to !== undefined) {
    const message = '"to" is a field of links, and this relation goes without links';
    report([...path, 'to'], { message, expected: '"through" instead of "resource", or no "to"', part: 'key' });
  }
  return buildBackward(
    { alias, key: 'resource', resource: resource ?? '', by, was },
    own.resource,
    definitions,
    report,
  );
}

/** The keys that say where related rows are. */
const ways = ['resource', 'through', 'ancestors', 'descendants'] as const;

/** A relation with a fault. No fault of its own is reported for what rules say of its rows. */
function leadingNowhere(alias: string): AnyRelation {
  return { alias, was: null, target: '', cardinality: 'many', from: 'id', to: 'id' };
}

function clashOf(
  alias: string,
  definition: ResourceDefinition,
  relations: ReadonlyMap<string, AnyRelation>,
): string | null {
  const reason = reservedReason(alias, definition.resource);
  if (reason !== null) return `the alias ${alias} is reserved: ${reason}`;
  if (Object.hasOwn(definition.fields, alias)) return `the alias ${alias} is also a field`;
  const other = relations.get(alias);
  return other === undefined || !isDirect(other)
    ? null
    : `the alias ${alias} is already that of the reference ${other.from}`;
}

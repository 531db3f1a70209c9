import type { OpenapiObject } from '../openapi/component.ts';
import { takesAllOf } from './pattern.ts';

/** What is wrong for those who rely on the schema before: where, and what. */
export interface BreakingChange {
  readonly place: string;
  readonly change: string;
}

/** The same part in two documents. */
export interface Pair<Part = unknown> {
  readonly before: Part;
  readonly after: Part;
}

/** Two documents, and what was compared in them already: schemas lead to one another in circles. */
export interface Comparison {
  readonly before: OpenapiObject;
  readonly after: OpenapiObject;
  readonly compared: Set<string>;
  readonly found: BreakingChange[];
}

type Use = 'request' | 'answer';

/** Where a pair stands, and the comparison that met it there. */
export interface Position {
  readonly use: Use;
  readonly place: string;
  readonly all: Comparison;
}

/**
 * Finds what a schema does not take any more (of a request), or no longer promises (of an answer). An answer may have new
 * members and new values of an enumeration: those who read it leave alone what they do not know.
 */
export function compareSchemas({ before, after }: Pair, at: Position): void {
  if (!isObject(before) || !isObject(after)) return;
  const { use, place, all } = at;
  const [had, has] = [nameOf(before), nameOf(after)];
  if (had !== null || has !== null) {
    const key = `${use} ${had ?? place} ${has ?? place}`;
    if (all.compared.has(key)) return;
    all.compared.add(key);
    // A shared schema has the same changes wherever it stands.
    const shared = had !== null && had === has ? had : place;
    compareSchemas({ before: resolve(before, all.before), after: resolve(after, all.after) }, { ...at, place: shared });
    return;
  }
  const tell = (change: string) => all.found.push({ place: `${place} (${use})`, change });
  const schemas = { before, after };
  compareTypes(schemas, use, tell);
  compareValues(schemas, use, tell);
  if (use === 'request') compareBounds(schemas, tell);
  compareMembers(schemas, at, tell);
  compareParts(schemas, at, tell);
}

type Schemas = Pair<OpenapiObject>;

type Tell = (change: string) => void;

function compareTypes({ before, after }: Schemas, use: Use, tell: Tell): void {
  const [had, has] = [typesOf(before), typesOf(after)];
  const [given, taken] = use === 'request' ? [had, has] : [has, had];
  if (taken === null) return;
  const others = (given ?? ['anything']).filter(
    (type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')),
  );
  for (const type of others) tell(use === 'request' ? `may not be ${type} any more` : `may be ${type} now`);
}

/** Enumerations and formats. */
function compareValues({ before, after }: Schemas, use: Use, tell: Tell): void {
  const [had, has] = [valuesOf(before), valuesOf(after)];
  if (has !== null && had === null && use === 'request') tell(`takes only ${has.map(String).join(', ')}`);
  if (has === null && had !== null && use === 'answer') tell(`is no longer one of ${had.map(String).join(', ')}`);
  if (has !== null)
    for (const value of had ?? []) if (!has.includes(value)) tell(`the value ${JSON.stringify(value)} is gone`);
  const [ruled, other] = use === 'request' ? [after, before] : [before, after];
  if (ruled.format === undefined || ruled.format === other.format) return;
  // Of whole numbers, the longer take the shorter.
  if (ruled.format === 'int64' && other.format === 'int32') return;
  tell(use === 'request' ? `must be of the format ${ruled.format}` : `is no longer of the format ${ruled.format}`);
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function compareBounds({ before, after }: Schemas, tell: Tell): void {
  for (const keyword of lowest)
    if (Number(after[keyword]) > Number(before[keyword] ?? Number.NEGATIVE_INFINITY))
      tell(`${keyword} is ${after[keyword]}`);
  for (const keyword of highest)
    if (Number(after[keyword]) < Number(before[keyword] ?? Number.POSITIVE_INFINITY))
      tell(`${keyword} is ${after[keyword]}`);
  const [had, has] = [Number(before.multipleOf), Number(after.multipleOf)];
  // Of decimal fractions, the remainder is seldom exact.
  if (after.multipleOf !== undefined && !(Math.abs(had / has - Math.round(had / has)) < 1e-9))
    tell(`multipleOf is ${has}`);
  if (
    typeof after.pattern === 'string' &&
    (typeof before.pattern !== 'string' || !takesAllOf(after.pattern, before.pattern))
  )
    tell(`must match ${shortened(after.pattern)}`);
  for (const keyword of ['not', 'if', 'then', 'else'])
    if (after[keyword] !== undefined && !isSame(before[keyword], after[keyword])) tell(`has another rule: ${keyword}`);
  const needed = dependenciesOf(before);
  for (const [name, others] of Object.entries(dependenciesOf(after)))
    for (const other of others) if (!needed[name]?.includes(other)) tell(`${other} must be sent with ${name}`);
}

function compareMembers({ before, after }: Schemas, at: Position, tell: Tell): void {
  const { use, place } = at;
  const [had, has] = [membersOf(before), membersOf(after)];
  const closed = after.additionalProperties === false;
  for (const [name, member] of Object.entries(had)) {
    const now = has[name];
    if (now !== undefined) compareSchemas({ before: member, after: now }, { ...at, place: `${place}.${name}` });
    else if (use === 'answer' || closed) tell(`the member ${name} is gone`);
  }
  if (use === 'request' && closed && before.additionalProperties !== false) tell('takes no other members any more');
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  const [lost, gained] = [
    needed.filter((name) => !needs.includes(name)),
    needs.filter((name) => !needed.includes(name)),
  ];
  if (use === 'request') for (const name of gained) tell(`the member ${name} is required`);
  else
    for (const name of lost)
      if (has[name] !== undefined || had[name] === undefined) tell(`the member ${name} may be missing`);
  const named = objectOf(after.patternProperties);
  for (const [pattern, member] of Object.entries(objectOf(before.patternProperties))) {
    const [, now] = Object.entries(named).find(([wider]) => takesAllOf(wider, pattern)) ?? [];
    if (now === undefined) tell(`members like ${shortened(pattern)} are gone`);
    else compareSchemas({ before: member, after: now }, { ...at, place: `${place}.*` });
  }
  compareSchemas({ before: before.items, after: after.items }, { ...at, place: `${place}[]` });
}

/** Alternatives and what must hold besides. */
function compareParts({ before, after }: Schemas, at: Position, tell: Tell): void {
  const { use } = at;
  const [had, has] = [alternativesOf(before), alternativesOf(after)];
  // Each that was taken is still taken; each that is answered was answered.
  if (had.length > 1 || has.length > 1) {
    const alternatives: Search =
      use === 'request'
        ? { parts: had, from: 'before', among: has }
        : { parts: has.filter((part) => !isNewKind(part, had)), from: 'after', among: had };
    match(alternatives, at, (part) =>
      tell(use === 'request' ? `one form is gone: ${shortened(part)}` : `has another form: ${shortened(part)}`),
    );
  }
  const [held, holds] = [rulesOf(before), rulesOf(after)];
  const rules: Search =
    use === 'request' ? { parts: holds, from: 'after', among: held } : { parts: held, from: 'before', among: holds };
  match(rules, at, (part) =>
    tell(use === 'request' ? `has a further rule: ${shortened(part)}` : `no longer has the part ${shortened(part)}`),
  );
}

/** Parts of one document, and the parts of the other document to choose from. */
interface Search {
  readonly parts: readonly unknown[];
  readonly from: 'before' | 'after';
  readonly among: readonly unknown[];
}

/** Matches the parts of one document with parts of the other; reports the parts without a match. */
function match({ parts, from, among }: Search, at: Position, tell: Tell): void {
  for (const [index, part] of parts.entries()) {
    const pairWith = (other: unknown) =>
      from === 'before' ? { before: part, after: other } : { before: other, after: part };
    const same = among.find((other) => isSame(nameOf(other) ?? other, nameOf(part) ?? part));
    const kind = kindOf(part);
    const alike = same ?? among.find((other) => kind !== null && kindOf(other) === kind);
    const fitting = alike ?? among.find((other) => isUnbroken(pairWith(other), at));
    const next = fitting ?? among[index];
    if (next === undefined) tell(JSON.stringify(part));
    else compareSchemas(pairWith(next), at);
  }
}

/** Whether an alternative is of a kind that none of the others has: another value of a member that tells them apart. */
function isNewKind(part: unknown, others: readonly unknown[]): boolean {
  const kind = kindOf(part);
  const kinds = others.map(kindOf);
  return kind !== null && kinds.length > 0 && !kinds.includes(null) && !kinds.includes(kind);
}

/** The constant members of an alternative, as a text; null without one. */
function kindOf(part: unknown): string | null {
  const members = isObject(part) ? Object.entries(membersOf(part)) : [];
  const constant = members.flatMap(([name, member]) =>
    isObject(member) && member.const !== undefined ? [[name, member.const]] : [],
  );
  return constant.length === 0 ? null : JSON.stringify(constant);
}

function isUnbroken(pair: Pair, { use, all: { before, after } }: Position): boolean {
  const found: BreakingChange[] = [];
  compareSchemas(pair, { use, place: '', all: { before, after, compared: new Set(), found } });
  return found.length === 0;
}

export function isObject(value: unknown): value is OpenapiObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a reference leads to; anything else is itself. */
export function resolve(value: unknown, document: OpenapiObject): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  let found: unknown = document;
  for (const part of value.$ref.split('/').slice(1)) found = isObject(found) ? found[part] : undefined;
  return found;
}

function nameOf(schema: unknown): string | null {
  return isObject(schema) && typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? null) : null;
}

function typesOf({ type }: OpenapiObject): readonly unknown[] | null {
  if (type === undefined) return null;
  return Array.isArray(type) ? type : [type];
}

function valuesOf(schema: OpenapiObject): readonly unknown[] | null {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? null : [schema.const];
}

function alternativesOf({ anyOf, oneOf }: OpenapiObject): readonly unknown[] {
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(oneOf) ? oneOf : [];
}

function rulesOf({ allOf }: OpenapiObject): readonly unknown[] {
  return Array.isArray(allOf) ? allOf : [];
}

function requiredOf({ required }: OpenapiObject): readonly string[] {
  return Array.isArray(required) ? required : [];
}

function membersOf({ properties }: OpenapiObject): OpenapiObject {
  return objectOf(properties);
}

function dependenciesOf({ dependentRequired }: OpenapiObject): { readonly [name: string]: readonly string[] } {
  return objectOf(dependentRequired) as { readonly [name: string]: readonly string[] };
}

function objectOf(value: unknown): OpenapiObject {
  return isObject(value) ? value : {};
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

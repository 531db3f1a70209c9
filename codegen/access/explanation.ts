import { readJsonDigits, readJsonText } from '../../engine/vocabulary/value/json_text.ts';
import type { ExplainedOperation } from './asked.ts';

/** Why a caller may do something with a row, or may not. */
export interface Explanation {
  readonly row: string;
  readonly role: string | null;
  /** Whether the row exists. */
  readonly exists: boolean;
  /** Whether it is a deleted entry of a timeline. Everybody sees it in the history only. */
  readonly deleted: boolean;
  /** Whether the claim of the caller is bound to a membership that they have. Otherwise each request is refused. */
  readonly membership?: ExplainedPart;
  readonly operations: readonly {
    readonly operation: ExplainedOperation;
    readonly allowed: boolean;
    readonly parts: readonly ExplainedPart[];
    /** Where an update asks something else of the row that it makes: whether the row as it is meets that. */
    readonly afterwards?: readonly ExplainedPart[];
  }[];
  /** The last moment in which the caller might read the row, as which they still find it; absent without a last state. */
  readonly lastState?: string;
  /** What the role may do with fields, where that is not everything. */
  readonly fields: readonly {
    readonly field: string;
    readonly read: boolean;
    readonly create: boolean;
    readonly update: boolean;
    readonly rule?: ExplainedPart;
  }[];
}

export interface ExplainedPart {
  readonly rule: string;
  readonly holds: boolean;
  /** The values that the rule compares, by the names that it has for them. */
  readonly values: readonly { readonly name: string; readonly json: string }[];
  /** For the past: asked of the version, or of the row at present. */
  readonly of?: 'then' | 'present';
}

/** An explanation for a terminal. */
export function explanationText({
  row,
  role,
  exists,
  deleted,
  membership,
  operations,
  lastState,
  fields,
}: Explanation): string {
  if (!exists) return `There is no ${row}.`;
  if (deleted) return `${row} was deleted. It is no longer on its timeline, and only the history shows it.`;
  const lines = operations.flatMap(({ operation, allowed, parts, afterwards = [] }) => [
    `${operation}: ${allowed ? 'yes' : 'no'}${parts.length === 0 ? ` (${allowed ? 'all rows' : 'no row'})` : ''}`,
    ...parts.map((part) => `  ${timeOf(part)}${held(part)}: ${partText(part)}`),
    ...afterwards.map((part) => `  must hold after the change, and ${held(part)} now: ${partText(part)}`),
  ]);
  const mayUpdate = operations.some(
    ({ operation, allowed, parts }) => operation === 'update' && (allowed || parts.length > 0),
  );
  const limited = fields.flatMap(({ field, read, update, rule }) => {
    if (rule !== undefined)
      return [`field ${field}: ${rule.holds ? 'shown' : 'shown as null'}`, `  ${held(rule)}: ${partText(rule)}`];
    if (!read) return [`field ${field}: not shown`];
    return update || !mayUpdate ? [] : [`field ${field}: read only`];
  });
  return [
    `${row}, to ${role === null ? 'a caller without a role' : `the role ${role}`}:`,
    ...(membership === undefined
      ? []
      : [`every request: ${membership.holds ? 'yes' : 'no'}`, `  ${held(membership)}: ${membership.rule}`]),
    ...lines,
    ...(lastState === undefined ? [] : [`last state: the caller finds the row as it was at ${lastState}`]),
    ...limited,
  ].join('\n');
}

function held({ holds }: ExplainedPart): string {
  return holds ? 'holds' : 'does not hold';
}

/** The rules for the past are asked of the current version here. */
function timeOf({ of }: ExplainedPart): string {
  return of === undefined ? '' : of === 'then' ? 'of the current version, ' : 'at present, ';
}

function partText({ rule, values }: ExplainedPart): string {
  return values.length === 0 ? rule : `${rule} (${values.map(valueText).join(', ')})`;
}

function valueText({ name, json }: ExplainedPart['values'][number]): string {
  if (json === 'null') return `${name} is ${name.startsWith('{') ? 'missing' : 'null'}`;
  const text = json.startsWith('"') ? String(readJsonText(json)) : json;
  const line = text.replace(/\s+/g, ' ');
  return `${name} is ${line.length > longest ? `${line.slice(0, longest)}...` : line}`;
}

/** Of a value in a line of text. */
const longest = 60;

/** An explanation as JSON for programs, with all digits of numbers. */
export function explanationJson({ membership, operations, fields, ...row }: Explanation): object {
  return {
    ...row,
    ...(membership === undefined ? {} : { membership: partJson(membership) }),
    operations: operations.map(({ parts, afterwards, ...operation }) => ({
      ...operation,
      parts: parts.map(partJson),
      ...(afterwards === undefined ? {} : { afterwards: afterwards.map(partJson) }),
    })),
    fields: fields.map(({ rule, ...field }) => (rule === undefined ? field : { ...field, rule: partJson(rule) })),
  };
}

function partJson({ values, ...part }: ExplainedPart): object {
  return { ...part, values: Object.fromEntries(values.map(({ name, json }) => [name, readJsonDigits(json)])) };
}

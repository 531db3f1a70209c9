import type { ExplainedPart, Explanation } from '../../engine/query/explain/explanation.ts';
import { readJsonDigits, readJsonText } from '../../engine/vocabulary/value/json_text.ts';

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

function partJson({ values, size: _, words: __, ...part }: ExplainedPart): object {
  return { ...part, values: Object.fromEntries(values.map(({ name, json }) => [name, readJsonDigits(json)])) };
}

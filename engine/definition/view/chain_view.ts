import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import { validityFields } from '../../model/common_field.ts';
import type { Field } from '../../model/field.ts';
import type { ChainStep, ViewColumn } from '../../model/model.ts';
import { type FieldType, isUploaded } from '../../vocabulary/field_type.ts';
import { alone } from '../field/related_type.ts';
import { reservedReason } from '../field/reserved.ts';
import type { Report } from '../file/report.ts';
import { readSteps, type Step } from './chain.ts';
import type { ReadView } from './sql_view.ts';
import type { ViewContext } from './view_context.ts';

/** A field of a timeline in a chain. */
interface Taken {
  readonly step: Step;
  readonly field: Field;
}

/**
 * A view whose rows are the periods in which an entry of each timeline is valid. Null after faults that leave nothing of it. It
 * has no id: a piece is made of several entries, and no number stands for all of them.
 */
export function readChain(
  texts: readonly string[],
  declared: readonly Field[],
  { file, context, report }: { readonly file: string; readonly context: ViewContext; readonly report: Report },
): ReadView | null {
  const steps = readSteps(texts, context, report);
  if (steps === null) return null;
  const fields: Field[] = [];
  const shown = new Map(steps.map((step) => [step, [] as { field: string; as: string }[]]));
  for (const field of declared) {
    const taken = isOwn(field.name, report) ? null : findTaken(field.name, steps, report);
    if (taken === null) continue;
    fields.push(fittingField(field, taken, report));
    shown.get(taken.step)?.push({ field: taken.field.name, as: field.name });
  }
  const chain = steps.map(
    (step): ChainStep => ({
      timeline: step.timeline.name,
      from: step.from,
      to: step.to,
      shown: shown.get(step) ?? [],
    }),
  );
  return {
    fields: [...fields, ...validityFields],
    statement: {
      file,
      select: { kind: 'chain', steps: chain },
      reads: new Map(steps.map((step, index) => [step.timeline.name, columnsOf(step, chain[index])])),
      mayFail: false,
      hasPast: steps.some(({ timeline }) => timeline.history !== null),
    },
  };
}

/** Whether the engine has a field of this name, which no field of a timeline may have. */
function isOwn(name: string, report: Report): boolean {
  if (name === 'id') {
    const message = 'the pieces of a chain have no id';
    report(['fields', name], { message, expected: '<timeline>_id for the id of an entry', part: 'key' });
  } else if (validityFields.some((field) => field.name === name)) {
    const message = `a chain has ${name} by itself`;
    report(['fields', name], { message, expected: `no field ${name}`, part: 'key' });
  }
  return reservedReason(name, '') !== null;
}

/** The columns that a chain reads of a timeline. */
function columnsOf({ timeline }: Step, step: ChainStep | undefined): readonly ViewColumn[] {
  if (step === undefined) return [];
  const { from, to, shown } = step;
  const names = new Set([from, to, ...shown.map(({ field }) => field), ...validityFields.map(({ name }) => name)]);
  return [...timeline.fields.values()].flatMap(({ name, type }) => (names.has(name) ? [{ name, type }] : []));
}

/**
 * What a field of a chain shows: the field of this name of one of the timelines; or `<timeline>_<field>`. Null after a fault.
 */
function findTaken(name: string, steps: readonly Step[], report: Report): Taken | null {
  const all = steps.flatMap((step) => [...step.timeline.fields.values()].map((field) => ({ step, field })));
  const readable = all.filter(({ field }) => !field.writeOnly && !isUploaded(field.type));
  const namesakes = readable.filter(({ field }) => field.name === name);
  const [only, ...others] = namesakes.filter(({ step, field }) => !isLinkAgain(field, step, steps));
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) {
    const called = readable.find((each) => longName(each) === name);
    if (called !== undefined) return called;
  }
  const names = [...new Set([...readable.map(({ field }) => field.name), ...readable.map(longName)])];
  report(
    ['fields', name],
    only === undefined
      ? {
          message: `no timeline of the chain has a field ${name}`,
          expected: 'a field of a timeline, as <field> or <timeline>_<field>',
          nearest: nearest(name, names),
          part: 'key',
        }
      : {
          message: `several timelines of the chain have a field ${name}`,
          expected: oneOf([only, ...others].map(longName)),
          part: 'key',
        },
  );
  return null;
}

/** Whether a field begins a step with the value by which the step before goes on, under the same name. */
function isLinkAgain({ name }: Field, step: Step, steps: readonly Step[]): boolean {
  return step.from === name && steps[steps.indexOf(step) - 1]?.to === name;
}

function longName({ step, field }: Taken): string {
  return `${step.timeline.name}_${field.name}`;
}

/** A field with the type that its value has, where the declared type fits it. */
function fittingField(declared: Field, { step, field }: Taken, report: Report): Field {
  const { name, type, nullable } = declared;
  const where = `${step.timeline.name}.${field.name}`;
  const own = field.name === 'id' ? `reference to ${step.timeline.name}` : wordsOf(field.type);
  const isReference = own.startsWith('reference');
  // A reference is a number.
  const fitting = isReference ? [own, 'bigint'] : [own];
  if (!fitting.includes(wordsOf(type))) {
    report(['fields', name, 'type'], {
      message: `${where} is of type ${own}`,
      expected: `type: ${fitting.join(' or ')}`,
    });
    return declared;
  }
  // A step without its fields has no piece.
  const mayBeNull = (field.nullable || field.access !== null) && field.name !== step.from && field.name !== step.to;
  if (mayBeNull && !nullable) {
    const message = field.nullable ? `${where} may be null` : `${where} is null for roles that do not read it`;
    report(['fields', name], { message, expected: 'nullable: true', part: 'key' });
  }
  return isReference ? declared : { ...declared, type: alone(field.type) };
}

function wordsOf(type: FieldType): string {
  if (type.kind === 'array') return `array of ${wordsOf(type.of)}`;
  return type.kind === 'reference' ? `reference to ${type.to}` : type.kind;
}

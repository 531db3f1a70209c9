import { nearest } from '../../language/nearest.ts';
import { durationMilliseconds } from '../../language/time/duration.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { validityFields } from '../../model/common_field.ts';
import type { Field } from '../../model/field.ts';
import type { Temporal } from '../../model/model.ts';
import { fieldTypes, hasTrait } from '../../vocabulary/field_type.ts';
import type { Finding, Report } from '../file/report.ts';
import { withDefaults } from '../language/defaults.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { resourceSchema } from '../language/resource_language.ts';
import { checkZone } from '../zone.ts';
import { buildRoleChoice } from './role_choice.ts';

/** What makes a resource time-dependent, completed with its defaults; null for one that is not. */
export function buildTemporal(
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  report: Report,
): Temporal | null {
  if (definition.temporal === undefined) return null;
  const temporal = withDefaults(resourceSchema.properties.temporal, definition.temporal);
  const { timeline, overlap, make_room, align = null, freeze = null, start_window } = temporal;
  const names = typeof timeline === 'string' ? [timeline] : timeline;
  names.forEach((name, index) => {
    const path = typeof timeline === 'string' ? ['temporal', 'timeline'] : ['temporal', 'timeline', index];
    const misfit = timelineMisfit(name, index === 0, definition, fields);
    if (misfit !== null) report(path, misfit);
  });
  if (make_room !== undefined && overlap === 'reject') {
    const message = 'no entry makes room where overlap is reject';
    report(['temporal', 'make_room'], { message, expected: 'overlap: make_room, or no make_room' });
  }
  if (align !== null) checkZone(align, ['temporal', 'align'], report);
  const { from = null, to = null } = start_window ?? {};
  if (from !== null && to !== null && durationMilliseconds(from) > durationMilliseconds(to)) {
    const message = `the window would end before it begins, at ${quote(from)}`;
    report(['temporal', 'start_window', 'to'], { message, expected: 'a duration that is not shorter' });
  }
  if (start_window !== undefined && from === null && to === null)
    report(['temporal', 'start_window'], {
      message: 'the window has no limit',
      expected: 'from, to, or both',
      part: 'key',
    });
  const startWindow =
    start_window === undefined
      ? null
      : { from, to, roles: buildRoleChoice(start_window, ['temporal', 'start_window'], report) };
  const freezing =
    freeze === null
      ? null
      : typeof freeze === 'string'
        ? { after: freeze, roles: null }
        : { after: freeze.after, roles: buildRoleChoice(freeze, ['temporal', 'freeze'], report) };
  const makeRoom = typeof make_room === 'object' ? new Map(Object.entries(make_room)) : (make_room ?? 'own');
  return { timeline: names, overlap, makeRoom, align, freeze: freezing, startWindow };
}

/** The interval of an entry (specification 2.4), which says what its bounds may be. */
export function intervalFields({ align, start_window }: NonNullable<ResourceDefinition['temporal']>): readonly Field[] {
  const limits = [
    ...(start_window?.from === undefined ? [] : [`not before ${fromNow(start_window.from)}`]),
    ...(start_window?.to === undefined ? [] : [`not after ${fromNow(start_window.to)}`]),
  ];
  const day = align === undefined ? '' : ` It is the beginning of a day (midnight) in ${align}.`;
  const window = limits.length === 0 ? '' : ` A new one is ${limits.join(' and ')}.`;
  return validityFields.map((field) =>
    field.name === 'valid_from'
      ? {
          ...field,
          description: `${field.description}${day}${window}`,
          example: align === undefined ? undefined : `2026-01-01 00:00 ${align}`,
        }
      : { ...field, description: `${field.description}${day}` },
  );
}

function fromNow(duration: string): string {
  return duration.startsWith('-') ? `now - ${duration.slice(1)}` : `now + ${duration}`;
}

/** Why a timeline cannot be identified by this field. */
function timelineMisfit(
  name: string,
  isFirst: boolean,
  { resource, fields: declared }: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
): Finding | null {
  const field = Object.hasOwn(declared, name) ? fields.get(name) : undefined;
  const references = [...fields.values()].filter(({ type }) => type.kind === 'reference').map((each) => each.name);
  if (field === undefined) {
    const known = isFirst ? references : Object.keys(declared);
    return {
      message: `there is no field ${name} in ${resource}`,
      expected: known.length === 0 ? 'a field of type reference' : oneOf(known),
      nearest: nearest(name, known),
    };
  }
  const { kind } = field.type;
  if (isFirst && kind !== 'reference') {
    return {
      message: `the timeline's first field ${name} is of type ${kind}`,
      expected: `a field of type reference, whose row is what writers of the timeline queue on${references.length === 0 ? '' : `: ${references.join(', ')}`}`,
    };
  }
  if (field.computed !== null) return { message: `${name} is computed, not stored`, expected: 'a stored field' };
  if (field.writeOnly)
    return { message: `${name} is never shown, and this would tell of it`, expected: 'a field that can be read' };
  if (!hasTrait(field.type, 'identifying')) {
    const known = [...fieldTypes].filter(([, { traits }]) => traits.includes('identifying')).map(([type]) => type);
    const message = `a timeline cannot be identified by ${name}, of type ${kind}`;
    return { message, expected: `a field of type ${known.join(', ')}` };
  }
  if (!field.nullable) return null;
  return { message: `the timeline's field ${name} is nullable`, expected: 'a field that every entry has' };
}

import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { EventRule } from '../../model/model.ts';
import type { Service } from '../../model/service.ts';
import type { Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** The events of the changes of a resource; null without events, and for resources that are silent. */
export function eventRule(
  { resource, subject, fields }: ResourceDefinition,
  { events, silent }: Pick<Service, 'events'> & { readonly silent: ReadonlySet<string> },
  report: Report,
): EventRule | null {
  const to = subject !== undefined && Object.hasOwn(fields, subject) ? fields[subject]?.to : undefined;
  if (subject !== undefined && to === undefined) {
    const references = Object.keys(fields).filter((name) => fields[name]?.type === 'reference');
    report(['subject'], {
      message: Object.hasOwn(fields, subject)
        ? `the subject ${subject} of ${resource} is not a reference`
        : `there is no field ${subject} in ${resource}`,
      expected:
        references.length === 0 ? 'a field of type reference; the resource has no reference' : oneOf(references),
      nearest: nearest(subject, references),
    });
  }
  if (events === null || silent.has(resource)) return null;
  return {
    type: `${events.prefix}.${resource}`,
    subject: subject === undefined || to === undefined ? null : { field: subject, resource: to },
  };
}

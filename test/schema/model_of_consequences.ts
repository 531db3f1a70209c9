import type { Model } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';

/**
 * Contracts whose writes set fields and create tasks and visits; null for no consequences. Under the later names everything is
 * called otherwise.
 */
export function contracts(names: 'first' | 'other' | 'later' | 'converted' | null): Model {
  const isLater = names === 'later';
  const [contract, state, task, title] = isLater
    ? ['deal', 'phase', 'job', 'heading']
    : ['contract', 'state', 'task', 'title'];
  const was = (former: string) => (isLater ? `, was: ${former}` : '');
  const type = names === 'converted' ? 'bigint' : 'integer';
  const initial = names === 'other' ? 'second' : 'first';
  const consequences = `
sets:
  - { when: ${state}=eq.done, before: ${state}=neq.done, set: { done_at: now, days: 0 } }
  - { roles: [clerk], when: party.name=eq.a, set: { days: 7 } }
creates:
  - { on: [create], resource: ${task}, unless: "${title}=eq.$name&days=gt.0", with: { ${title}: $name, ${contract}_id: $id, days: $days } }
  - { when: ${state}=eq.done, resource: visit, for_each: ${task}, with: { ${contract}_id: $id, name: $${task}.${title}, valid_from: now } }
`;
  return modelOfFiles({
    'service.yaml': 'service: Test\nroles: [clerk]\n',
    'party.yaml': 'resource: party\nfields: { name: { type: text } }\n',
    [`${contract}.yaml`]: `resource: ${contract}
${isLater ? 'was: contract\n' : ''}history: true
relations: { ${task}: { resource: ${task}, by: ${contract}_id${isLater ? ', was: task' : ''} } }
fields:
  name: { type: text, default: ${initial} }
  party_id: { type: reference, to: party, nullable: true }
  ${state}: { type: enum, values: [new, done], default: new${was('state')} }
  done_at: { type: datetime, nullable: true }
  days: { type: ${type}, default: 1 }
${names === null ? '' : names === 'other' ? 'sets: [{ on: [update], set: { done_at: null } }]\n' : consequences}`,
    [`${task}.yaml`]: `resource: ${task}
${isLater ? 'was: task\n' : ''}fields:
  ${title}: { type: text${was('title')} }
  ${contract}_id: { type: reference, to: ${contract}${was('contract_id')} }
  days: { type: ${type}, default: 1 }
${names === null ? '' : `sets: [{ on: [create], set: { days: 5 } }]\n`}`,
    'visit.yaml': `resource: visit
temporal: { timeline: ${contract}_id }
fields: { ${contract}_id: { type: reference, to: ${contract}${was('contract_id')} }, name: { type: text } }
${names === null ? '' : `creates: [{ on: [create], when: name=eq.x, resource: party, with: { name: $name } }]\n`}`,
  });
}

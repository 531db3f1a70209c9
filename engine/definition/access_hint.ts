import type { Model } from '../model/model.ts';
import { parseRule } from '../vocabulary/query_parser.ts';
import { examineWith } from './file/examine.ts';
import type { Hint } from './file/hint.ts';
import { type Path, placeWithin } from './file/place.ts';
import type { Source } from './file/source.ts';
import type { ResourceDefinition, ServiceDefinition } from './language/definition.ts';
import type { BuiltModel } from './load.ts';
import { undatedLooks } from './resource/undated.ts';

/** Hints for access rules that go through a timeline and do not say when: a right would never end. */
export function undatedRules({ model, files }: BuiltModel): readonly Hint[] {
  const examine = examineWith(model.features);
  return [...files].flatMap(([file, bytes]) => {
    const { resource, service } = examine(file, bytes);
    return [
      ...(resource === null ? [] : hintsIn(resource.source, rulesOf(resource.definition), model)),
      ...(service === null ? [] : hintsIn(service, namedRules(service.content as ServiceDefinition), model)),
    ];
  });
}

function hintsIn(source: Source, rules: readonly WrittenRule[], model: Model): readonly Hint[] {
  return rules.flatMap(({ text, of, path, right }) => {
    const row = model.resources.get(of);
    const parsed = parseRule(text);
    if (row === undefined || !parsed.ok) return [];
    return undatedLooks(parsed.value, row, model).map(({ way, offset, isAbsence, remedy }) => ({
      ...placeWithin(source, path, offset),
      message: isAbsence
        ? `${way} has entries of all times, so an ended one counts too`
        : `${way} has entries of all times, so a former holder ${former[right] ?? former.read}`,
      remedy,
    }));
  });
}

/** What somebody may do whose entry has ended. */
const former: Readonly<Record<string, string>> & { readonly read: string } = {
  read: 'reads the row too',
  create: 'creates these rows too',
  update: 'changes the row too',
  delete: 'deletes the row too',
  history: 'reads the past of the row too',
  that: 'has the right too',
};

interface WrittenRule {
  readonly text: string;
  /** The resource of the rows that it is about. */
  readonly of: string;
  readonly path: Path;
  /** The key of the operation. */
  readonly right: string;
}

/** The rules of a resource for its rows and fields. `all` and `nothing` are words, not rules. */
function rulesOf({ resource, access = {}, fields }: ResourceDefinition): readonly WrittenRule[] {
  const ofFields = Object.entries(fields).flatMap(([name, field]) =>
    rulesByRole(field.access ?? {}, ['fields', name, 'access'], resource),
  );
  return [...rulesByRole(access, ['access'], resource), ...ofFields];
}

/** A role has a word for all operations, or rules by operation. */
function rulesByRole(access: Readonly<Record<string, unknown>>, path: Path, of: string): readonly WrittenRule[] {
  return Object.entries(access).flatMap(([role, given]) =>
    typeof given === 'object' && given !== null
      ? Object.entries(given).flatMap(([right, rule]) => textsOf(rule, { of, path: [...path, role, right], right }))
      : [],
  );
}

function textsOf(rule: unknown, place: Omit<WrittenRule, 'text'>): readonly WrittenRule[] {
  if (typeof rule === 'string') return rule === 'all' || rule === 'nothing' ? [] : [{ ...place, text: rule }];
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([moment, text]) => textsOf(text, { ...place, path: [...place.path, moment] }));
}

function namedRules({ rules = {} }: ServiceDefinition): readonly WrittenRule[] {
  return Object.entries(rules).map(([name, { of, that }]) => ({
    text: that,
    of,
    path: ['rules', name, 'that'],
    right: 'that',
  }));
}

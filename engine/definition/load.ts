import { join } from 'node:path';
import { batchName, rpcName } from '../model/batch.ts';
import type { Feature } from '../model/feature.ts';
import { deriveHistory } from '../model/history.ts';
import type { Model, Resource, Table } from '../model/model.ts';
import { withRecorder } from '../model/recorder.ts';
import type { Service } from '../model/service.ts';
import { buildActsFor } from './acts_for.ts';
import { buildCalls } from './call/call.ts';
import { buildCreations } from './consequence/creation.ts';
import { buildSets } from './consequence/set.ts';
import { reportCreations } from './consequence/sound_creation.ts';
import type { Definitions, WellFormed } from './definitions.ts';
import { inDefinition } from './feature.ts';
import { checkClaimDefaults } from './field/claim_default.ts';
import { withRelatedValues } from './field/related_value.ts';
import { type Examined, examineWith, isService } from './file/examine.ts';
import { compareFaults, type Fault, isSamePlace } from './file/fault.ts';
import { type Contents, type Files, isDefinition } from './file/read.ts';
import { reportTo } from './file/report.ts';
import { concernsAny } from './file/sound_part.ts';
import type { Source } from './file/source.ts';
import type { ResourceDefinition, ServiceDefinition } from './language/definition.ts';
import { identityResource, namesParty } from './recipient.ts';
import { buildAccess, claimsOf, withFieldRules } from './resource/access.ts';
import { buildChecks } from './resource/check.ts';
import { buildCovers } from './resource/cover.ts';
import { reportFormer } from './resource/former.ts';
import { buildMadeAccess, checkMade } from './resource/made_access.ts';
import { conditionsOf } from './resource/model_conditions.ts';
import { buildNamedRules, checkUsed } from './resource/named_rule.ts';
import { buildReferenceChecks } from './resource/reference_check.ts';
import { cyclesOfRequiredReferences } from './resource/reference_cycle.ts';
import { buildTable } from './resource/table.ts';
import { buildUniqueAmong } from './resource/unique_among.ts';
import { visibleCircles, visibleWords } from './resource/visible_circle.ts';
import { checkFormerResources, checkHistoryName } from './resource_names.ts';
import { buildService } from './service.ts';
import { withoutViews } from './view/view_relation.ts';
import { buildViews } from './view/views.ts';

/** A model, and the files that it was built from. */
export interface BuiltModel {
  readonly model: Model;
  readonly files: Files;
}

export type LoadedModel =
  | ({ readonly ok: true } & BuiltModel)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * The model of these files, or all of their faults in order. The name of the folder is for messages. Files whose contents
 * are known are not parsed. This never throws, for any content of the files.
 */
export function buildModel(
  files: Files,
  folder: string,
  features: readonly Feature[],
  contents: Contents = new Map(),
): LoadedModel {
  const faults: Fault[] = [];
  const parts = inDefinition.all({ features });
  const silent = new Set(features.flatMap(({ name, rows }) => (rows.raiseEvents ? [] : name)));
  const examine = examineWith(features);
  const read = [...files]
    .filter(([file]) => isDefinition(file))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, bytes]) => examine(file, bytes, contents));
  faults.push(...read.flatMap((each) => each.faults));
  const service = findService(read, faults);
  const definitions = collect(read, faults);

  const built = service === null ? null : buildService(service.content as ServiceDefinition, reportTo(faults, service));
  const { events, zone } = built ?? { events: null, zone: 'UTC' };
  const recorded = (table: Table) => (definitions.wellFormed.has(identityResource) ? withRecorder(table) : table);
  const declared = [...definitions.wellFormed.values()].map(({ definition }) => definition);
  const derived = built === null ? [] : madeResources(features, built, declared, silent).map(recorded);
  const tables = new Map<string, Table>();
  const relations = new Map<string, Table['relations']>();
  const resources: Resource[] = [];
  for (const { source, definition, doubtful } of definitions.wellFormed.values()) {
    if (definition.view !== undefined) continue;
    const found: Fault[] = [];
    const report = reportTo(found, source, doubtful);
    if (derived.some(({ name }) => name === definition.resource)) {
      const message = `the resource ${definition.resource} is the one that the service itself has for its events`;
      report(['resource'], { message, expected: 'another name, or no "events" in service.yaml' });
    }
    const table = recorded(buildTable(definition, definitions, { events, zone, silent }, { source, report }));
    relations.set(table.name, table.relations);
    tables.set(table.name, { ...table, relations: withoutViews(table.relations, definitions) });
    faults.push(...found.filter(({ message }) => !concernsAny(message, definitions.doubtful)));
  }
  const { zone: today, claims: known, roles } = built ?? { roles: [], claims: { others: new Map() }, zone: 'UTC' };
  const claimNames = claimsOf(known.others.keys(), tables.get(identityResource));
  const aboutService = service === null ? null : { source: service, report: reportTo(faults, service) };
  const written = (service?.content ?? {}) as Partial<ServiceDefinition>;
  const named =
    built === null || aboutService === null
      ? new Map()
      : buildNamedRules(
          written.rules ?? {},
          { claims: claimNames, zone: today, rows: tables, definitions },
          aboutService,
        );
  const rules = { roles, claims: known, zone: today, named };
  const rows = new Map([...tables, ...derived.map((table) => [table.name, table] as const)]);
  if (aboutService !== null) checkMade(written.access ?? {}, derived, definitions.names, aboutService);
  for (const row of derived) {
    const access = aboutService && buildMadeAccess(written.access ?? {}, { row, rows }, rules, aboutService);
    resources.push({ ...row, access });
  }
  const isView = (name: string) => definitions.wellFormed.get(name)?.definition.view !== undefined;
  const names = new Set([...definitions.names].filter((name) => !isView(name)));
  for (const [name, { source, definition, doubtful }] of definitions.wellFormed) {
    const found: Fault[] = [];
    const bare = tables.get(name);
    if (bare === undefined) continue;
    const context = { row: bare, rows: tables, named };
    const file = { source, report: reportTo(found, source, doubtful) };
    const unheard = { source, report: () => {} };
    const checks = [
      ...buildChecks(definition, { ...context, zone: rules.zone }, file),
      ...buildReferenceChecks(definition, context, file),
      ...buildCovers(definition, context, file),
    ];
    const uniqueAmong = buildUniqueAmong(definition, context, file);
    // Without a service that could be read, its roles and claims are not known, and nothing is said about them.
    const about = built === null ? unheard : file;
    const access = buildAccess(definition, context, rules, about);
    checkClaimDefaults(bare, claimNames, about.report);
    const asked = {
      definition,
      context,
      definitions,
      service: { events, zone: rules.zone },
      claims: claimNames,
      file: about,
    };
    const kept = parts.flatMap((part) => (part.rules === undefined ? [] : [part.rules.read(asked)]));
    const values = { tables, zone: today, roles };
    const ruled = { ...bare, fields: withFieldRules(bare, tables, rules, about) };
    const fields = withRelatedValues(ruled, values, about);
    const calls = buildCalls(definition, {
      ...{ row: bare, rows: tables, named, definitions, roles, claims: claimNames, zone: rules.zone },
      file: about,
    });
    const given = { ...context, zone: rules.zone, claims: claimNames, names };
    const sets = buildSets(definition, given, about);
    const creates = buildCreations(definition, given, about);
    const rest = { sets, creates, calls, relations: relations.get(name) ?? bare.relations, rules: new Map(kept) };
    const table = { ...bare, fields, checks, uniqueAmong, access, ...rest };
    resources.push(table);
    if (table.history !== null) {
      const history = deriveHistory(table);
      // A rule that fits the row fits its versions too. If one does not, say so: silently, it would allow nothing.
      const again: Fault[] = [];
      const aboutHistory = built === null ? unheard : { source, report: reportTo(again, source, doubtful) };
      const ofHistory = buildAccess(definition, { row: history, rows: tables }, rules, aboutHistory);
      const ruledHistory = { ...history, fields: withFieldRules(history, tables, rules, aboutHistory) };
      const fieldsOfHistory = withRelatedValues(ruledHistory, values, aboutHistory);
      resources.push({ ...history, fields: fieldsOfHistory, access: ofHistory });
      found.push(...again.filter((fault) => !found.some((each) => isSamePlace(each, fault))));
    }
    faults.push(...found.filter(({ message }) => !concernsAny(message, definitions.doubtful)));
  }
  const made = new Set(derived.map(({ name }) => name));
  const views = { definitions, files, tables, made, zone: today };
  resources.push(...buildViews(views, { rules, rows, knowsRoles: built !== null }, faults));
  const actsFor =
    service === null || built === null || definitions.doubtful.size > 0
      ? null
      : buildActsFor(service.content as ServiceDefinition, built.claims, tables, reportTo(faults, service));
  for (const { source, path, way } of cyclesOfRequiredReferences(definitions)) {
    reportTo(faults, source)(path, {
      message: `no row can be the first one: ${way}`,
      expected: 'a nullable reference somewhere on the way round',
      part: 'key',
    });
  }
  for (const circle of visibleCircles(resources)) {
    const { role, way, rule } = circle;
    const [first = ''] = way;
    const source = definitions.wellFormed.get(first)?.source;
    if (source === undefined) continue;
    reportTo(faults, source)(['access', role, ...rule], {
      message: visibleWords(circle),
      expected: 'visible without a way round, or a rule in its place',
    });
  }
  if (faults.length === 0) {
    reportFormer(resources, definitions.wellFormed, faults);
    reportCreations(resources, definitions.wellFormed, faults);
  }
  if (aboutService !== null && faults.length === 0)
    checkUsed(
      named,
      resources.flatMap((each) => conditionsOf(each, parts)),
      aboutService,
    );
  if (built === null || faults.length > 0) {
    return {
      ok: false,
      faults: faults.map((fault) => ({ ...fault, file: join(folder, fault.file) })).sort(compareFaults),
    };
  }
  const ordered = resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const identity = tables.get(identityResource);
  const claims = { ...built.claims, partyOfIdentity: identity !== undefined && namesParty(identity) };
  const model = {
    service: { ...built, claims, actsFor },
    resources: new Map(ordered.map((each) => [each.name, each])),
    features,
  };
  return { ok: true, model, files };
}

/** The resources that features make, besides the declared ones. */
function madeResources(
  features: readonly Feature[],
  service: Service,
  definitions: readonly ResourceDefinition[],
  silent: ReadonlySet<string>,
): readonly Table[] {
  return features.flatMap((feature) => {
    const table = inDefinition.of(feature)?.resource(service, definitions, silent) ?? null;
    return table === null ? [] : { ...table, madeBy: feature };
  });
}

/** The source that defines the service, if nothing is wrong with it; none at all is a fault, and so is a second one. */
function findService(read: readonly Examined[], faults: Fault[]): Source | null {
  const services = read.filter(({ content }) => isService(content));
  const first = services.find(({ file }) => file === serviceFile) ?? services[0];
  for (const { file, service } of services) {
    if (service === null || file === first?.file) continue;
    reportTo(faults, service)(['service'], {
      message: 'the service is defined a second time',
      expected: `one file with "service"; ${first?.file} has it`,
      part: 'key',
    });
  }
  if (first === undefined && !read.some(({ file }) => /^service\.ya?ml$/i.test(file))) {
    const place = { file: serviceFile, line: 1, column: 1 };
    faults.push({ ...place, message: 'is missing', expected: 'a file with "service: <title>"', nearest: null });
  }
  return first?.service ?? null;
}

const serviceFile = 'service.yaml';

function collect(read: readonly Examined[], faults: Fault[]): Definitions {
  const byName = new Map<string, WellFormed>();
  for (const { resource } of read) {
    if (resource === null) continue;
    const name = resource.definition.resource;
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, resource);
    else {
      reportTo(faults, resource.source)(['resource'], {
        message: `the resource ${name} is defined a second time`,
        expected: `one file for each resource; ${earlier.source.file} has this one`,
      });
    }
  }
  checkFormerResources(byName, faults);
  for (const [name, purpose] of reservedPaths) {
    const taken = byName.get(name);
    if (taken === undefined) continue;
    reportTo(faults, taken.source)(['resource'], {
      message: `the name ${name} is reserved: ${purpose}`,
      expected: 'another name',
    });
  }
  for (const resource of byName.values())
    if (resource.definition.history === true) checkHistoryName(resource, byName, faults);
  return {
    wellFormed: byName,
    names: new Set([...byName.keys(), ...read.flatMap(({ names }) => names)]),
    doubtful: new Set([...byName.values()].flatMap(({ doubtful }) => [...doubtful])),
  };
}

/** Paths that have no resource. */
const reservedPaths = [
  [batchName, `POST /${batchName} takes several requests at once`],
  [rpcName, `POST /${rpcName}/<call> is a call`],
] as const;

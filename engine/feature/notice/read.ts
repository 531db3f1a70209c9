import type { AskedRules } from '../../definition/feature.ts';
import type { Path } from '../../definition/file/place.ts';
import type { DefinitionFile, Report } from '../../definition/file/report.ts';
import { type WrittenKey, writtenUnder } from '../../definition/language/definition.ts';
import { aPartyOfCallers, buildRecipient, knowsParty, type RecipientContext } from '../../definition/recipient.ts';
import { type WrittenRecipient, writtenRecipients } from '../../definition/written_recipient.ts';
import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import { isOfRelated } from '../../model/computed.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { Field } from '../../model/field.ts';
import { eventVerbs } from '../../vocabulary/action/actions.ts';
import { noticesKey } from './language.ts';
import { noticeResource } from './resource.ts';
import type { NoticeRecipient, NoticeRule } from './rule.ts';
import { looksAtNotices, readWhen, reportNotices } from './when.ts';

/** The notice rules of a resource: what has to be so for whom to be shown what. */
export function readNotices(asked: AskedRules): readonly NoticeRule[] {
  const { definition, context, service, file } = asked;
  const notices = writtenUnder(noticesKey, definition) ?? [];
  const types = notices.map(({ type }) => type);
  if (notices.length === 0) return [];
  requireReaders(asked, ['notices']);
  const { row: table } = context;
  const { report } = file;
  const prefix = service.events?.prefix ?? '';
  return notices.flatMap((notice, index): readonly NoticeRule[] => {
    const path = ['notices', index];
    checkType(notice.type, types.slice(0, index), [...path, 'type'], report);
    const when = readWhen({ text: notice.when, path: [...path, 'when'] }, context, service.zone, file);
    const to = readRecipients(notice.to, [...path, 'to'], asked);
    const data = (notice.data ?? []).flatMap((name, at) => readField(name, table, [...path, 'data', at], report));
    if (when === null || to.length === 0) return [];
    const type = `${prefix}.${table.name}.${notice.type}`;
    return [{ when, type, isBroken: false, to, message: notice.message.trim(), data }];
  });
}

/** Reports that nobody could read a notice, or that it has no name. */
export function requireReaders(
  { context: { rows }, definitions: { names }, service: { events }, claims, file: { report } }: AskedRules,
  path: Path,
): void {
  if (!knowsParty({ rows, names, claims })) {
    report(path, {
      message: 'nobody could read a notice: callers act for no party',
      expected: aPartyOfCallers,
      part: 'key',
    });
  }
  if (events === null) {
    const message = 'the names of notices begin with the prefix of the events, and the service has no events';
    report(path, { message, expected: '"events: { prefix: org.example }" in service.yaml', part: 'key' });
  }
}

/** Reports a type that is the name of an event, or of another notice. */
export function checkType(type: string, before: readonly string[], path: Path, report: Report): void {
  const isVerb = eventVerbs.some((verb) => verb === type);
  if (!isVerb && !before.includes(type)) return;
  const message = isVerb ? `${type} is what an event is called` : `there is a notice ${type} already`;
  report(path, { message, expected: 'another type' });
}

/** Whom a notice is for. A way that leads to nobody is reported. */
export function readRecipients(
  written: StateRecipients,
  path: Path,
  { context, definitions: { names }, service: { zone }, file }: AskedRules,
): readonly NoticeRecipient[] {
  return writtenRecipients(written, path, file.report).flatMap((each) =>
    readRecipient(each, { ...context, names, zone }, file),
  );
}

type StateRecipients = WrittenKey<typeof noticesKey.schema>[number]['to'];

function readRecipient(
  written: WrittenRecipient,
  context: RecipientContext,
  file: DefinitionFile,
): readonly NoticeRecipient[] {
  const { rows } = context;
  const { report } = file;
  const recipient = buildRecipient(written, context, file);
  if (recipient === null) return [];
  const { former } = written;
  const { text, all, relations, where } = recipient;
  const targets = relations.map(({ target }) => target);
  const path = (written.way ?? written.all)?.path ?? [];
  if ([all, ...targets].includes(noticeResource)) {
    report(path, { message: `${text} leads through the notices themselves`, expected: 'another way' });
  }
  if (where !== null && written.where !== null && looksAtNotices(where)) reportNotices(written.where.path, report);
  if (former && !targets.some((target) => rows.get(target)?.fields.has('valid_from') !== false)) {
    const message = `${text} leads through nothing that is time-dependent, and never led elsewhere`;
    report(path, { message, expected: 'the way without "former"' });
  }
  return [{ ...recipient, former }];
}

function readField(name: string, { name: resource, fields }: RowType, path: Path, report: Report): readonly Field[] {
  const field = fields.get(name);
  if (field === undefined) {
    const message = `there is no field ${name} in ${resource}`;
    report(path, { message, expected: oneOf(fields.keys()), nearest: nearest(name, [...fields.keys()]) });
    return [];
  }
  if (name === 'message') {
    report(path, { message: 'the data of a notice has its message under this name', expected: 'another field' });
  }
  if (isOfRelated(field)) {
    const message = `${name} is made of the related rows that a reader may read, and a notice has one value for all`;
    report(path, { message, expected: 'a field of the row itself' });
  }
  if (field.access !== null) {
    const message = `${name} is not for every role to see, and a notice would show it`;
    report(path, { message, expected: 'a field without access' });
  }
  return [field];
}

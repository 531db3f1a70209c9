import type { AskedRules } from '../../definition/feature.ts';
import type { DefinitionFile } from '../../definition/file/report.ts';
import { type WrittenKey, writtenUnder } from '../../definition/language/definition.ts';
import { aPartyOfCallers, buildRecipient, knowsParty, type RecipientContext } from '../../definition/recipient.ts';
import { bindRuleAt, parseRuleAt } from '../../definition/resource/rule.ts';
import { writtenRecipients } from '../../definition/written_recipient.ts';
import { type RowContext, ruleContext } from '../../model/condition/bind.ts';
import type { Table } from '../../model/model.ts';
import { eventVerbs } from '../../vocabulary/action/actions.ts';
import { notifyKey } from './language.ts';
import type { NotifyRule } from './rule.ts';

/** Whom the events of a resource concern, by the rules of its file. */
export function readNotify({
  definition,
  context,
  definitions: { names },
  service: { zone },
  claims,
  file,
}: AskedRules): readonly NotifyRule[] {
  const notify = writtenUnder(notifyKey, definition) ?? [];
  if (notify.length === 0) return [];
  const { row: table, rows } = context;
  const { report } = file;
  if (table.event === null) {
    const message = `changes of ${table.name} are not events, so nobody can be notified of them`;
    report(['notify'], { message, expected: '"events" in service.yaml', part: 'key' });
  }
  if (!knowsParty({ rows, names, claims })) {
    report(['notify'], {
      message: 'nobody could read a notification: callers act for no party',
      expected: aPartyOfCallers,
      part: 'key',
    });
  }
  return notify.map((given, index) => buildRule(given, index, { ...context, zone, names }, file));
}

function buildRule(
  { on, to, when }: WrittenKey<typeof notifyKey.schema>[number],
  index: number,
  context: RecipientContext & RowContext<Table>,
  file: DefinitionFile,
): NotifyRule {
  const { row: table } = context;
  const keepsDeleted = table.history !== null || table.temporal !== null;
  const deleteAt = on?.indexOf('delete') ?? -1;
  if (deleteAt >= 0 && !keepsDeleted) {
    file.report(['notify', index, 'on', deleteAt], {
      message: `a row of ${table.name} that is deleted is gone, and with it whom it concerned`,
      expected: 'history: true, or create and update alone',
    });
  }
  const recipients = writtenRecipients(to, ['notify', index, 'to'], file.report).flatMap(
    (written) => buildRecipient(written, context, file) ?? [],
  );
  const rule = when === undefined ? null : { text: when, path: ['notify', index, 'when'] };
  const parsed = rule === null ? null : parseRuleAt(rule, file);
  const condition =
    rule === null || parsed === null
      ? null
      : bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: context.zone }), file);
  const told = on ?? eventVerbs.filter((verb) => verb !== 'delete' || keepsDeleted);
  return { on: new Set(told), to: recipients, when: condition };
}

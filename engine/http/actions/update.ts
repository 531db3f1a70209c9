import type { Table } from '../../model/model.ts';
import { writeStatement } from '../../query/cache/write_cache.ts';
import { areUpdatesJoinable, mayExchange, renderJointUpdate } from '../../query/sql/write/many/joint.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import { renderUpdate } from '../../query/sql/write/write.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { assignmentsOf, inWrites } from '../request/assignment.ts';
import { readPrecondition } from '../request/precondition.ts';
import { appliedPreferences, type Preferred } from '../request/prefer.ts';
import { faultsOfChanged, readSentBack } from '../request/sent_back.ts';
import { idOf, parametersOf, readId } from '../request/url.ts';
import { createValidators } from '../request/validator.ts';
import { writerOf } from '../request/view.ts';
import { missing } from '../response/missing.ts';
import { rowAnswer } from '../response/send.ts';
import { withReferencesOfOne } from './rows/reference_keys.ts';
import { requireBody, shownApart, validBody, write, writeAtMost } from './write.ts';

/** `PATCH /<resource>/{id}`: other values for some fields of a row (specification 4.1). */
export function updateHandler(table: Table, context: RouteContext): Handler<Table, UpdateHead> {
  const validatorOf = createValidators('update');
  const readHead: Handler<Table, UpdateHead>['readHead'] = (request) => ({
    preferred: request.preferred,
    precondition: readPrecondition(request, context),
  });
  const answer: Handler<Table, UpdateHead>['answer'] = async (request, view, { preferred, precondition }, run) => {
    requireBody(request);
    const shown = shownApart(parametersOf(request), view, context, idOf(request) ?? '');
    const sent = await withReferencesOfOne(request.body, view, run);
    const { sets, own, changed } = readSentBack(sent, table, view, idOf(request));
    const faults = faultsOfChanged(changed, table, view);
    const body = validBody(sets, view, (set) => [...validatorOf(view.resource)(set), ...faults], context);
    const id = readId(request, table);
    const writer = await writerOf(request, view, context);
    const given = inWrites.of(table.madeBy)?.(table, writer, 'update') ?? [];
    const assignments = assignmentsOf(table, body);
    const target = { id, precondition, own };
    const render = () => renderUpdate(table, target, [...assignments, ...given], writer);
    const isJoint = precondition.kind === 'none' && areUpdatesJoinable(table, assignments, context.model);
    const renderJoint = isJoint ? () => renderJointUpdate(table, assignments, writer) : null;
    const versions = precondition.kind === 'versions' ? precondition.versions : [];
    const kind = `update ${precondition.kind} ${table.name}`;
    const exchanges = isJoint && mayExchange(table, assignments);
    const asked = { kind, assignments, writer, id, versions, render, renderJoint, mayExchange: exchanges };
    // Values that are sent back, and what a feature gives belong to the one write.
    const isOwn = own.length > 0 || given.length > 0;
    const statement = isOwn ? render() : writeStatement(context.writes, asked);
    const isShown = preferred.return === undefined || ['representation', 'effects'].includes(preferred.return);
    const change = { table, action: 'update', id, writer, body, statement, answer: isShown ? shown : null } as const;
    const row = await writeAtMost(preferred, run, (within) => write(request, context, change, within));
    if (row !== undefined) {
      const { status, headers, body: text } = rowAnswer(request, 200, isShown ? row : { ...row, body: null });
      const { return: _, ...others } = preferred;
      const applied = appliedPreferences(isShown && text === null ? others : preferred);
      return { status, headers: { ...headers, ...applied }, body: text };
    }
    const action = Object.hasOwn(body, 'valid_from') ? 'restore' : 'update';
    throw await missing(request, run, { table, action, target, writer, view });
  };
  return { readHead, answer };
}

/** What the headers of an update ask for. */
interface UpdateHead {
  readonly preferred: Preferred;
  readonly precondition: Precondition;
}

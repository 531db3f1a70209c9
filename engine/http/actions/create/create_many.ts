import { isOne, mediaTypes } from '../../../contract/media_type.ts';
import { invalidBody, Problem } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import { claimDefaults } from '../../../query/sql/write/claim_default.ts';
import { inEachRow } from '../../../query/sql/write/many/new_rows.ts';
import { isShownAtOnce } from '../../../query/sql/write/write.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { inWrites } from '../../request/assignment.ts';
import { requireMaxAffected } from '../../request/prefer.ts';
import { evenRows, faultsOfRows } from '../../request/rows/members.ts';
import { columnsOf } from '../../request/rows/new_rows.ts';
import type { SentRows } from '../../request/rows/sent_rows.ts';
import { overlapFaults } from '../../request/rows/timeline.ts';
import { requireFields, type View, writerOf } from '../../request/view.ts';
import { createdAnswer, showsRows } from '../../response/created.ts';
import type { JsonAnswer } from '../../response/send.ts';
import { notSingular } from '../list.ts';
import { createRows } from '../rows/create_rows.ts';
import type { MadeRows } from '../rows/insert_rows.ts';
import { showRows } from '../rows/show_rows.ts';
import { planOfRow, validateBody } from '../write.ts';
import type { AskedCreates, Creation } from './creation.ts';

/** The creation of all rows of a body, or of none. */
export function createMany(
  request: ActionRequest,
  context: RouteContext,
  { table, sent, members, validate, parameters, preferred }: AskedCreates,
  view: View<Table>,
): Creation {
  const count = sent.rows.length;
  requireCount(request, sent, view);
  requireMaxAffected(preferred, count);
  const plan = planOfRow(parameters, view);
  const shown = showsRows(preferred) ? plan : null;
  const isPlain = parameters.length === 0 && isShownAtOnce(view.resource, view);
  const answerOf = (made: MadeRows) => {
    const isLocated = preferred.return === 'headers-only' && made.ids.length === 1;
    const location = isLocated ? `${context.model.service.basePath}/${table.name}/${made.ids[0]}` : null;
    return createdAnswer(preferred, rowsAnswer(request, made), { count, location });
  };
  return {
    shown: () => [plan],
    prepare: async (known) => {
      const even = evenRows(known, members);
      requireFields(Object.fromEntries(even.names.map((name) => [name, null])), table, view);
      refuse(faultsOfRows(even, validateBody(view, validate, context)));
      const writer = await writerOf(request, view, context);
      const given = inWrites.of(table.madeBy)?.(table, writer, 'create') ?? [];
      const columns = columnsOf(table, even);
      const claims = claimDefaults(table, inEachRow(columns), writer);
      const rows = { count, columns, given: [...given, ...claims] };
      refuse(overlapFaults(table, rows, even));
      const creates = { table, view, writer, sent: even, rows, shown, isShownAtOnce: isPlain };
      return { writer, write: async (run) => answerOf(await createRows(request, context, creates, run)) };
    },
    again: async (_writer, query, earlier) => {
      if (shown === null) return earlier;
      const made = { ids: earlier.ids ?? [], body: null };
      const again = await showRows(request, query, { made, plan: shown, view });
      return 'ok' in again ? again : answerOf(again);
    },
  };
}

/** @throws Problem for more rows than a body may have, or other than one where the answer is one object. */
export function requireCount({ form }: ActionRequest, { rows: { length } }: SentRows, { model }: View): void {
  const { rowsPerRequest } = model.service.limits;
  if (length > rowsPerRequest)
    throw new Problem('payload_too_large', `the body has ${length} rows, and ${rowsPerRequest} are allowed`);
  if (isOne(form) && length !== 1) throw notSingular(length);
}

function refuse(faults: Parameters<typeof invalidBody>[0]): void {
  const problem = invalidBody(faults);
  if (problem !== null) throw problem;
}

/** The answer with many rows: an array, or the one row as an object, which the caller may be unable to read. */
function rowsAnswer({ form }: Pick<ActionRequest, 'form'>, { ids, body }: MadeRows): JsonAnswer {
  const text = isOne(form) && body !== null ? body.slice(1, -1) : body;
  if (text === null || text === '') return { status: 201, headers: {}, body: null, ids };
  return { status: 201, headers: { 'content-type': `${mediaTypes[form]}; charset=utf-8` }, body: text, ids };
}

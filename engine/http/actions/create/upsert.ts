import type { Failure, Query } from '../../../../db/statement.ts';
import { isOne, mediaTypes } from '../../../contract/media_type.ts';
import { Problem } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import { renderAnswer } from '../../../query/sql/read/read.ts';
import { renderRowsById } from '../../../query/sql/read/rows_by_id.ts';
import { claimDefaults } from '../../../query/sql/write/claim_default.ts';
import { inEachRow } from '../../../query/sql/write/many/new_rows.ts';
import type { Writer } from '../../../query/sql/write/writer.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { inWrites } from '../../request/assignment.ts';
import { requireMaxAffected } from '../../request/prefer.ts';
import { keyedRows } from '../../request/rows/asked_rows.ts';
import { readUpsertRows } from '../../request/rows/upsert_rows.ts';
import { areUpdatesAlike } from '../../request/sent_back.ts';
import { parametersOf } from '../../request/url.ts';
import type { Validate } from '../../request/validator.ts';
import { type View, writerOf } from '../../request/view.ts';
import { createdAnswer, showsRows } from '../../response/created.ts';
import { databaseProblem, queryProblemOf } from '../../response/database_problem.ts';
import { failedView } from '../../response/failed_view.ts';
import { type JsonAnswer, rowAnswer } from '../../response/send.ts';
import { notSingular } from '../list.ts';
import { type UpsertedRows, upsertRows } from '../rows/upsert_rows.ts';
import { planOfRow, validateBody } from '../write.ts';
import { requireCount } from './create_many.ts';
import type { AskedCreates, Creation } from './creation.ts';

/** Rows of a body, one or many, that are merged with the rows that are there. */
interface AskedUpsert extends Omit<AskedCreates, 'validate'> {
  /** The fields that the request names as the key; null where it names none. */
  readonly onConflict: readonly string[] | null;
  readonly validate: { readonly create: Validate; readonly update: Validate };
}

/** The upsert of all rows of a body, or of none. The rows are checked once it is known which of them are there. */
export function upsert(request: ActionRequest, context: RouteContext, asked: AskedUpsert, view: View<Table>): Creation {
  const { table, sent, preferred } = asked;
  requireCount(request, sent, view);
  const isMerge = preferred.resolution === 'merge-duplicates';
  if (isMerge && !table.actions.has('update')) throw cannotMerge(table);
  const plan = planOfRow(asked.parameters, view);
  const shownRows = async (writer: Writer, query: Query, ids: readonly string[]): Promise<JsonAnswer | Failure> => {
    const isObject = sent.isOne && preferred.return === undefined;
    const shown = await query(isObject ? renderAnswer(plan, ids[0] ?? '', writer) : renderRowsById(plan, ids, writer));
    if (!shown.ok)
      throw (
        queryProblemOf(shown.error, parametersOf(request)) ??
        failedView(shown.error, { rows: plan }, writer) ??
        databaseProblem(shown.error)
      );
    const [row = {}] = shown.rows;
    return isObject ? rowAnswer(request, 201, row) : rowsAnswer(request, row.body ?? '[]');
  };
  const isShown = showsRows(preferred);
  const show = async (writer: Writer, query: Query, { ids, inserted }: UpsertedRows): Promise<JsonAnswer | Failure> => {
    const isNew = new Set(inserted);
    const written = isMerge ? ids : ids.filter((id) => isNew.has(id));
    requireMaxAffected(preferred, written.length);
    const shownIds = preferred.return === undefined ? ids : written;
    if (isOne(request.form) && shownIds.length !== 1) throw notSingular(shownIds.length);
    const shown = isShown ? await shownRows(writer, query, shownIds) : noBody;
    if ('ok' in shown) return shown;
    const isLocated = preferred.return === 'headers-only' || (sent.isOne === true && isNew.size > 0);
    const location =
      isLocated && written.length === 1 ? `${context.model.service.basePath}/${table.name}/${written[0]}` : null;
    const answer = createdAnswer(preferred, shown, { count: written.length, location });
    return { ...answer, status: inserted.length > 0 ? 201 : 200, ids: shownIds };
  };
  return {
    shown: () => [plan],
    prepare: async (known) => {
      const { even, key } = keyedRows(known, asked, view.resource);
      const rows = readUpsertRows(even, key, table, view.resource);
      const writer = await writerOf(request, view, context);
      const given = inWrites.of(table.madeBy)?.(table, writer, 'create') ?? [];
      const columns = rows.rows.columns.filter(({ field }) => view.resource.fields.get(field.name)?.create === true);
      const claims = claimDefaults(table, inEachRow(columns), writer);
      const sought = { ...rows, rows: { ...rows.rows, given: claims } };
      const creates = {
        table,
        view,
        writer,
        sent: even,
        rows: { ...rows.rows, columns, given: [...given, ...claims] },
        shown: plan,
        isShownAtOnce: false,
      };
      const isAlike = areUpdatesAlike(view.resource) && !context.writeRules.has(table.name);
      const validate = {
        create: validateBody(view, asked.validate.create, context),
        update: isAlike ? null : validateBody(view, asked.validate.update, context),
      };
      const upserts = { creates, sent: sought, isMerge, validate };
      return {
        writer,
        write: (run) => upsertRows(context, upserts, run, (query, upserted) => show(writer, query, upserted)),
      };
    },
    again: async (writer, query, { status, headers, ids = [] }) => {
      if (!isShown) return { status, headers, body: null };
      const { etag: _, ...others } = headers;
      const shown = await shownRows(writer, query, ids);
      return 'ok' in shown ? shown : { status, headers: { ...others, ...shown.headers }, body: shown.body };
    },
  };
}

const noBody: JsonAnswer = { status: 200, headers: {}, body: null };

function cannotMerge({ name }: Table): Problem {
  const detail = `rows of ${name} cannot be changed`;
  const hint = 'send resolution=ignore-duplicates, or no resolution';
  return new Problem('invalid_parameter', detail, { hint, errors: [{ parameter: 'Prefer', detail, hint }] });
}

/** An array of rows, or the one row as an object, which the caller may be unable to read. */
function rowsAnswer({ form }: Pick<ActionRequest, 'form'>, body: string): JsonAnswer {
  const text = isOne(form) ? body.slice(1, -1) : body;
  if (text === '') return noBody;
  return { status: 200, headers: { 'content-type': `${mediaTypes[form]}; charset=utf-8` }, body: text };
}

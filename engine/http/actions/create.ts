import type { Table } from '../../model/model.ts';
import { renderCreate } from '../../query/sql/write/write.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { assignmentsOf, inWrites } from '../request/assignment.ts';
import { createOnce, readIdempotencyKey } from '../request/idempotency.ts';
import { refusePreconditions } from '../request/precondition.ts';
import { readPreferences } from '../request/prefer.ts';
import { createValidators } from '../request/validator.ts';
import { requireFields, writerOf } from '../request/view.ts';
import { rowAnswer } from '../response/send.ts';
import type { Run } from '../run.ts';
import { planOfAnswer, planOfRow, requireBody, validBody, write } from './write.ts';

/** `POST /<resource>`: a new row (specification 4.1). */
export function createHandler(table: Table, context: RouteContext): Handler<Table, string | null> {
  const validatorOf = createValidators('create');
  const collection = `${context.model.service.basePath}/${table.name}`;
  const readHead: Handler<Table, string | null>['readHead'] = (request) => {
    readPreferences(request, 'create');
    refusePreconditions(request, 'a row that is still to be made matches no tag');
    return readIdempotencyKey(request);
  };
  const answer: Handler<Table, string | null>['answer'] = async (request, view, key, run) => {
    requireBody(request);
    const shown = planOfAnswer(request, view);
    requireFields(request.body, table, view);
    const body = validBody(request.body, view, validatorOf(view.resource), context);
    const writer = await writerOf(request, view, context);
    const given = inWrites.of(table.madeBy)?.(table, writer, 'create') ?? [];
    const statement = renderCreate(table, [...assignmentsOf(table, body), ...given], writer);
    const create = async (within: Run) => {
      const row = await write(
        request,
        context,
        { table, action: 'create', writer, body, statement, answer: shown },
        within,
      );
      if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
      const { status, headers, body: text } = rowAnswer(request, 201, row);
      return { status, headers: { ...headers, location: `${collection}/${row.id}` }, body: text };
    };
    return key === null
      ? create(run)
      : createOnce(request, run, {
          key: { identity: writer.identity, route: `/${table.name}`, key },
          writer,
          shown: shown ?? planOfRow(request, view),
          create,
        });
  };
  return { readHead, answer };
}

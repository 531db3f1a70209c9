import type { Table } from '../../model/model.ts';
import { renderAnswer } from '../../query/sql/read/read.ts';
import { renderCreate } from '../../query/sql/write/write.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { assignmentsOf, inWrites } from '../request/assignment.ts';
import { withMembers } from '../request/rows/members.ts';
import { requireFields, type View, writerOf } from '../request/view.ts';
import { queryProblemOf } from '../response/database_problem.ts';
import { rowAnswer } from '../response/send.ts';
import type { AskedCreate, Creation } from './creation.ts';
import { planOfAnswer, planOfRow, validBody, write } from './write.ts';

/**
 * The creation of the row in a body, after every check that needs no database.
 * @throws Problem with everything that is wrong with the body.
 */
export async function createOne(
  request: ActionRequest,
  context: RouteContext,
  { table, members, validate, parameters }: AskedCreate,
  view: View<Table>,
): Promise<Creation> {
  const answer = planOfAnswer(parameters, view);
  const sent = withMembers(request.body, members);
  requireFields(sent, table, view);
  const body = validBody(sent, view, validate, context);
  const writer = await writerOf(request, view, context);
  const given = inWrites.of(table.madeBy)?.(table, writer, 'create') ?? [];
  const statement = renderCreate(table, [...assignmentsOf(table, body), ...given], writer);
  const plan = () => answer ?? planOfRow(parameters, view);
  return {
    writer,
    shown: () => [plan()],
    write: async (run) => {
      const row = await write(request, context, { table, action: 'create', writer, body, statement, answer }, run);
      if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
      const { headers, body: text } = rowAnswer(request, 201, row);
      const location = `${context.model.service.basePath}/${table.name}/${row.id}`;
      return { status: 201, headers: { ...headers, location }, body: text };
    },
    again: async (query, { headers: { location = '' } }) => {
      const read = await query(renderAnswer(plan(), location.slice(location.lastIndexOf('/') + 1), writer));
      if (!read.ok) {
        const problem = queryProblemOf(read.error, parameters);
        if (problem !== null) throw problem;
        return read;
      }
      const { headers, body: text } = rowAnswer(request, 201, read.rows[0] ?? {});
      return { status: 201, headers: { ...headers, location }, body: text };
    },
  };
}

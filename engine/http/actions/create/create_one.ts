import type { Row } from '../../../../db/statement.ts';
import { isOne } from '../../../contract/media_type.ts';
import type { Table } from '../../../model/model.ts';
import { writeStatement } from '../../../query/cache/write_cache.ts';
import { renderAnswer } from '../../../query/sql/read/read.ts';
import { claimDefaults } from '../../../query/sql/write/claim_default.ts';
import { areCreatesJoinable, renderJointCreate, timelineOf } from '../../../query/sql/write/many/joint.ts';
import { renderCreate } from '../../../query/sql/write/write.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { assignmentsOf, inWrites } from '../../request/assignment.ts';
import { requireMaxAffected } from '../../request/prefer.ts';
import { withMembers } from '../../request/rows/members.ts';
import { requireFields, type View, writerOf } from '../../request/view.ts';
import { createdAnswer, showsRows } from '../../response/created.ts';
import { queryProblemOf } from '../../response/database_problem.ts';
import { failedView } from '../../response/failed_view.ts';
import { type JsonAnswer, rowAnswer } from '../../response/send.ts';
import { planOfRow, shownApart, validBody, write } from '../write.ts';
import type { AskedCreate, Creation } from './creation.ts';

/** The creation of the row in a body. */
export function createOne(
  request: ActionRequest,
  context: RouteContext,
  { table, members, validate, parameters, preferred }: AskedCreate,
  view: View<Table>,
): Creation {
  requireMaxAffected(preferred, 1);
  const isShown = showsRows(preferred);
  const shown = shownApart(parameters, view, context, null);
  const answer = isShown ? shown : null;
  const plan = () => shown?.plan ?? planOfRow(parameters, view);
  const answerOf = (row: Row, location: string): JsonAnswer => {
    const one = rowAnswer(request, 201, isShown ? row : { ...row, body: null });
    return createdAnswer(preferred, preferred.return === 'representation' ? asArray(request, one) : one, {
      count: 1,
      location,
    });
  };
  return {
    shown: () => [plan()],
    prepare: async ({ rows: [written] }) => {
      const sent = withMembers(written, members);
      requireFields(sent, table, view);
      const body = validBody(sent, view, validate, context);
      const writer = await writerOf(request, view, context);
      const assignments = assignmentsOf(table, body);
      const given = inWrites.of(table.madeBy)?.(table, writer, 'create') ?? [];
      const claims = () => claimDefaults(table, (name) => Object.hasOwn(body, name), writer);
      const render = () => renderCreate(table, [...assignments, ...given, ...claims()], writer, answer !== null);
      const isJoint = answer === null && areCreatesJoinable(table, assignments, context.model);
      const renderJoint = isJoint ? () => renderJointCreate(table, [...assignments, ...claims()], writer) : null;
      const asked = {
        kind: `${answer === null ? 'create' : 'create and show'} ${table.name}`,
        assignments,
        writer,
        id: null,
        timeline: timelineOf(table, assignments),
        render,
        renderJoint,
      };
      // What a feature gives belongs to the one write.
      const statement = given.length > 0 ? render() : writeStatement(context.writes, asked);
      const create = { table, action: 'create', id: null, writer, body, statement, answer } as const;
      return {
        writer,
        write: async (run) => {
          const row = await write(request, context, create, run);
          if (row === undefined) throw new Error(`the insert into ${table.name} answered nothing`);
          return answerOf(row, `${context.model.service.basePath}/${table.name}/${row.id}`);
        },
      };
    },
    again: async (writer, query, earlier) => {
      if (!isShown) return earlier;
      const { location = '' } = earlier.headers;
      const id = location.slice(location.lastIndexOf('/') + 1);
      const read = await query(shown?.statementFor(writer, id) ?? renderAnswer(plan(), id, writer));
      if (read.ok) return answerOf(read.rows[0] ?? {}, location);
      const problem = queryProblemOf(read.error, parameters) ?? failedView(read.error, { rows: plan() }, writer);
      if (problem !== null) throw problem;
      return read;
    },
  };
}

/** With a preference for it, PostgREST's clients get an array, unless they ask for one object. */
function asArray({ form }: Pick<ActionRequest, 'form'>, { headers, body, ...answer }: JsonAnswer): JsonAnswer {
  if (isOne(form) || body === null) return { ...answer, headers, body };
  const { etag: _, ...others } = headers;
  return { ...answer, headers: others, body: `[${body}]` };
}

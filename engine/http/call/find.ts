import type { Failure, Query, Row } from '../../../db/statement.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import { invalidBody, Problem, type ProblemError } from '../../contract/problem.ts';
import type { Call, FindWork } from '../../model/call.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { allRows } from '../../model/whole_access.ts';
import { planAnswer } from '../../query/plan/read_plan.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import { claimOf } from '../../query/sql/condition/claim.ts';
import { renderFound } from '../../query/sql/read/found.ts';
import { renderAnswer } from '../../query/sql/read/read.ts';
import { claimDefaults } from '../../query/sql/write/claim_default.ts';
import { renderCreate } from '../../query/sql/write/write.ts';
import type { Assignment, Writer } from '../../query/sql/write/writer.ts';
import { forbiddenState } from '../../schema/record_time.ts';
import type { RouteContext } from '../context.ts';
import { textOf } from '../request/assignment.ts';
import { createValidator } from '../request/validator.ts';
import { sightOf } from '../request/view.ts';
import { databaseProblem, writeProblem } from '../response/database_problem.ts';
import type { JsonAnswer } from '../response/send.ts';
import { type Run, withinTransaction } from '../run.ts';
import { type CallRequest, withInput } from './request.ts';

/** What a call makes: its answer, and the row that it is about. */
export interface CallDone {
  readonly answer: JsonAnswer;
  /** Null for no row. */
  readonly id: string | null;
}

/** Does the work of a call. @throws Problem for a call that is refused, which undoes what it has written. */
export type CallWork = (asked: CallRequest, run: Run) => Promise<CallDone>;

/** Finds the row of a call, or makes it. It has the rights of the service, under the identity of the caller. */
export function findWork(table: Table, call: Call, work: FindWork, context: RouteContext): CallWork {
  const { model } = context;
  const plan = planOf(table, call, model);
  const rows = new Map([...model.resources.keys()].map((name) => [name, allRows] as const));
  const creation = work.create === null ? null : creationOf(table, call, work.create);
  return async (asked, run) => {
    const principal = withInput(asked.writer.principal, call, asked.input);
    const find = renderFound(plan, work.condition, { principal, model });
    const found = await run.read(find);
    if (!found.ok) throw databaseProblem(found.error);
    const [row] = found.rows;
    if (row !== undefined) return answerWith(row, 200, asked);
    if (creation === null) throw new Problem('not_found', `${call.name} found no ${table.name} for this input`);
    const service = { principal: { ...principal, role: null }, model, rows, identity: asked.writer.identity };
    const { statement, body } = creation(asked.input, service);
    const attempted = { table, model: asked.writer.model, writer: asked.writer, body, sight: sightOf(asked.writer) };
    const outcome = await run.transaction(async (query): Promise<Failure | CallDone> => {
      const made = await withinTransaction(query).transaction((inner) => inner(statement));
      const again = await query(find);
      if (!again.ok) return again;
      const [there] = again.rows;
      if (made.ok) {
        const id = made.rows[0]?.id ?? '';
        const shown = there?.id === id ? there : await shownRow(query, plan, id, service);
        return answerWith(shown, 201, asked);
      }
      // Another call has made it meanwhile.
      if (made.error.sqlstate === uniqueViolation && there !== undefined) return answerWith(there, 200, asked);
      return made;
    }, `call ${table.name}.${call.name}`);
    if (!('ok' in outcome)) return outcome;
    const { error } = outcome;
    if (error.sqlstate === forbiddenState && error.constraint === null) throw databaseProblem(error);
    throw writeProblem(error, attempted, context.constraints);
  };
}

const uniqueViolation = '23505';

/** What the answer shows of the row. */
function planOf(table: Table, { name, answer }: Call, model: RouteContext['model']): RowsPlan {
  const select = answer.kind === 'row' ? [...answer.fields.keys()].join() : '';
  const planned = planAnswer(table, [{ name: 'select', value: select, index: 0 }], model);
  if (!planned.ok) throw new Error(`the call ${name} cannot show ${select} of ${table.name}`);
  return planned.value;
}

/** A made row that the rule of the call does not hold for: it is shown all the same. */
async function shownRow(query: Query, plan: RowsPlan, id: string, service: Writer): Promise<Row> {
  const shown = await query(renderAnswer(plan, id, service));
  if (!shown.ok) throw databaseProblem(shown.error);
  return { id, body: shown.rows[0]?.body ?? null };
}

function answerWith({ id = null, body = null }: Row, status: number, { request }: CallRequest): CallDone {
  const headers = { 'content-type': `${mediaTypes[request.form]}; charset=utf-8` };
  return { id, answer: { status, headers, body } };
}

/** The statement that makes the row of a call, and what it sets. @throws Problem for input that the row cannot have. */
function creationOf(table: Table, { name }: Call, create: NonNullable<FindWork['create']>) {
  const values = new Map(create.map(({ field, value }) => [field, value]));
  const fields = [...table.fields.values()].filter((field) => values.has(field.name));
  const sent = fields.filter((field) => values.get(field.name)?.kind === 'input');
  const validate = createValidator(
    { ...table, name, fields: new Map(sent.map((field) => [field.name, { ...field, create: true }])) },
    'create',
  );
  const inputOf = ({ name: field }: Field): string => {
    const value = values.get(field);
    return value?.kind === 'input' ? value.input : '';
  };
  return (input: CallRequest['input'], service: Writer) => {
    const body = Object.fromEntries(sent.map((field) => [field.name, input[inputOf(field)] ?? null]));
    const faults = validate(body as Parameters<typeof validate>[0]);
    const problem = invalidBody(faults.map((fault) => ofInput(fault, sent, inputOf)));
    if (problem !== null) throw problem;
    const assignments = fields.map((field): Assignment => {
      const value = values.get(field.name);
      if (value?.kind === 'claim')
        return { field, value: null, given: claimOf(service, { claim: value.claim, type: field.type }) };
      return { field, value: textOf(field.type, value?.kind === 'value' ? value.value : body[field.name]) };
    });
    const claims = claimDefaults(table, (field) => values.has(field), service);
    return { statement: renderCreate(table, [...assignments, ...claims], service), body };
  };
}

/** A fault of a field of the row, at the input that it comes from. */
function ofInput(fault: ProblemError, sent: readonly Field[], inputOf: (field: Field) => string): ProblemError {
  if (!('pointer' in fault) || fault.pointer === undefined) return fault;
  const [, name = '', ...below] = fault.pointer.split('/');
  const field = sent.find((each) => each.name === name);
  return field === undefined ? fault : { ...fault, pointer: ['', inputOf(field), ...below].join('/') };
}

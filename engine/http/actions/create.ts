import type { Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { answerOnce, readIdempotencyKey } from '../request/idempotency.ts';
import { refusePreconditions } from '../request/precondition.ts';
import type { Preferred } from '../request/prefer.ts';
import { readAskedRows } from '../request/rows/asked_rows.ts';
import { csvColumns } from '../request/rows/reference_key.ts';
import { oneRow, sentRows } from '../request/rows/sent_rows.ts';
import { parametersOf } from '../request/url.ts';
import { createValidators } from '../request/validator.ts';
import { writerOf } from '../request/view.ts';
import type { Run } from '../run.ts';
import { createMany } from './create/create_many.ts';
import { createOne } from './create/create_one.ts';
import { upsert } from './create/upsert.ts';
import { refersByKeys, withReferences } from './rows/reference_keys.ts';
import { requireBody } from './write.ts';

/** What the headers of a create say. */
interface Head {
  readonly key: string | null;
  readonly preferred: Preferred;
}

/** `POST /<resource>`: a new row (specification 4.1), or many of them, all or none; rows that are there may be changed. */
export function createHandler(table: Table, context: RouteContext): Handler<Table, Head> {
  const validatorOf = createValidators('create');
  const updateValidatorOf = createValidators('update');
  const readHead: Handler<Table, Head>['readHead'] = (request) => {
    const { preferred } = request;
    refusePreconditions(request, 'a row that is still to be made matches no tag');
    const { return: shown, ...others } = preferred;
    // The effects come around the answer that is given without this preference (see asPreferred).
    return { key: readIdempotencyKey(request), preferred: shown === 'effects' ? others : preferred };
  };
  const answer: Handler<Table, Head>['answer'] = async (request, view, { key, preferred }, run) => {
    requireBody(request);
    const { onConflict, ...rows } = readAskedRows(parametersOf(request), preferred, view.resource);
    const written = await sentRows(request.body, () => csvColumns(view));
    const sent = written ?? oneRow(request.body);
    const asked = { table, ...rows, sent, preferred, validate: validatorOf(view.resource) };
    const validate = { create: asked.validate, update: updateValidatorOf(view.resource) };
    const creation =
      preferred.resolution !== undefined
        ? upsert(request, context, { ...asked, onConflict, validate }, view)
        : (written === null ? createOne : createMany)(request, context, asked, view);
    const prepare = async (within: Run) => creation.prepare(await withReferences(sent, view, within));
    if (key === null) return (await prepare(run)).write(run);
    // What a key leads to may be gone when the request is repeated, so an answer that is known comes first.
    const prepared = refersByKeys(sent, view) ? null : await prepare(run);
    const writer = prepared?.writer ?? (await writerOf(request, view, context));
    return answerOnce(request, run, {
      writer,
      prepare: async (within) => (prepared ?? (await prepare(within))).write,
      again: (query, first) => creation.again(writer, query, first),
      shown: creation.shown(),
      key: { identity: writer.identity, route: `/${table.name}`, key },
    });
  };
  return { readHead, answer };
}

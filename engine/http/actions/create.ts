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
import { createMany } from './create/create_many.ts';
import { createOne } from './create/create_one.ts';
import { upsert } from './create/upsert.ts';
import { withReferences } from './rows/reference_keys.ts';
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
    const { return: shown, ...others } = request.preferred;
    refusePreconditions(request, 'a row that is still to be made matches no tag');
    // The effects come around the answer that is given without this preference (see asPreferred).
    const preferred = shown === undefined || shown === 'effects' ? others : { ...others, return: shown };
    return { key: readIdempotencyKey(request), preferred };
  };
  const answer: Handler<Table, Head>['answer'] = async (request, view, { key, preferred }, run) => {
    requireBody(request);
    const { onConflict, ...rows } = readAskedRows(parametersOf(request), preferred, view.resource);
    const written = await sentRows(request.body, csvColumns(view));
    const known = await withReferences(written ?? oneRow(request.body), view, run);
    const sent = written === null ? null : known;
    const asked = { table, ...rows, preferred, validate: validatorOf(view.resource) };
    const creation =
      preferred.resolution !== undefined
        ? await upsert(
            request,
            context,
            {
              ...asked,
              onConflict,
              sent: known,
              validate: { create: asked.validate, update: updateValidatorOf(view.resource) },
            },
            view,
          )
        : sent === null
          ? await createOne(request, context, { ...asked, body: known.rows[0] }, view)
          : await createMany(request, context, { ...asked, sent }, view);
    if (key === null) return creation.write(run);
    const { writer } = creation;
    return answerOnce(request, run, {
      ...creation,
      shown: creation.shown(),
      key: { identity: writer.identity, route: `/${table.name}`, key },
    });
  };
  return { readHead, answer };
}

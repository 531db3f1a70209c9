import { scopeOf } from '../../access/scope.ts';
import { deletionSentence } from '../../contract/row/deletion.ts';
import { actionSubject, offers } from '../../model/action.ts';
import type { Model } from '../../model/model.ts';
import { actionNames, actionWord } from '../../vocabulary/action/actions.ts';
import { type Block, heading, text } from '../block.ts';
import type { PagedResource } from './paged.ts';

/** What can be done with the rows of a resource, by which request and with which scope. */
export function operationsSection(table: PagedResource, model: Model): readonly Block[] {
  const subject = actionSubject(table, model);
  const blocks = actionNames.flatMap((action): readonly Block[] => {
    const { method, path, guide } = actionWord(action);
    if (guide === null || !offers(table, action)) return [];
    return [
      {
        kind: 'endpoint',
        method,
        path: `${model.service.basePath}/${table.name}${path}`,
        scope: scopeOf(action, table.name),
      },
      text(`${guide.explain(subject)}${deletionSentence(table, action, model)}`),
    ];
  });
  return blocks.length === 0 ? [] : [heading('Operations'), ...blocks];
}

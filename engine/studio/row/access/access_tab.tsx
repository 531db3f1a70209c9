import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { StudioAccess } from '../../../contract/studio/studio_access.ts';
import { useSession } from '../../model/use_model.ts';
import { instantText } from '../../parts/instant_text.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import type { RowInView } from '../use_row.ts';
import { AccessChoice } from './access_choice.tsx';
import { AccessRule } from './access_rule.tsx';
import { accessPath, askedCaller } from './asked_access.ts';
import { FieldAccess } from './field_access.tsx';
import { OperationAccess } from './operation_access.tsx';

/** What somebody may do with a row, and which rules say so. */
export default function AccessTab({ resource, id, clock }: RowInView) {
  const words = useWords();
  const { api, model } = useSession();
  const [search] = useSearchParams();
  const caller = askedCaller(search);
  const ask = (path: string) => ({
    queryKey: ['access', path],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await api.studio(path, signal)) as StudioAccess,
  });
  const own = useQuery(ask(accessPath(resource.name, id, null)));
  const { data, error, refetch } = useQuery(ask(accessPath(resource.name, id, caller)));
  const mayAsk = own.data?.detail === 'parts' && own.data.decidedBy === 'rules';
  return (
    <div className="row-access">
      {mayAsk && <AccessChoice caller={caller} />}
      {clock.asOf !== null && <p className="faint">{words('row.accessNow')}</p>}
      {error !== null && <Refusal error={error} retry={refetch} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <>
          <p>
            {words(
              data.decidedBy === 'scopes' ? 'row.byScopes' : caller === null ? 'row.yourRole' : 'row.roleOfOther',
              { role: data.role ?? words('row.noRole') },
            )}
          </p>
          {data.lastState !== null && (
            <p>{words('row.lastState', { instant: instantText(data.lastState, model.service.zone) })}</p>
          )}
          {data.membership !== null && (
            <section className="field-group">
              <h2>{words('row.membership')}</h2>
              <AccessRule rule={data.membership} />
            </section>
          )}
          <section className="field-group">
            <h2>{words('row.rights')}</h2>
            {data.operations.map((operation) => (
              <OperationAccess key={operation.operation} operation={operation} />
            ))}
          </section>
          {data.fields.length > 0 && <FieldAccess resource={resource} fields={data.fields} />}
        </>
      )}
    </div>
  );
}

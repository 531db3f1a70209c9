import type { StudioAccess } from '../../../contract/studio/studio_access.ts';
import type { Resource } from '../../model/model.ts';
import { useWords } from '../../words/use_words.ts';
import { AccessRule } from './access_rule.tsx';

interface FieldAccessProps {
  readonly resource: Resource;
  readonly fields: StudioAccess['fields'];
}

/** The fields of a row that have rules of their own. */
export function FieldAccess({ resource, fields }: FieldAccessProps) {
  const words = useWords();
  const hasRules = fields.some(({ rule }) => rule !== null);
  const said = (may: boolean) => words(may ? 'common.yes' : 'common.no');
  return (
    <section className="field-group">
      <h2>{words('row.fieldRights')}</h2>
      <p className="faint">{words('row.otherFields')}</p>
      <div className="wide">
        <table className="entries">
          <thead>
            <tr>
              <th scope="col">{words('row.field')}</th>
              <th scope="col">{words('row.maySee')}</th>
              <th scope="col">{words('row.maySend')}</th>
              <th scope="col">{words('row.mayChange')}</th>
              {hasRules && <th scope="col">{words('row.rule')}</th>}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, read, create, update, rule }) => (
              <tr key={field}>
                <th scope="row">{resource.fields.get(field)?.title ?? field}</th>
                {[read, create, update].map((may, index) => (
                  <td key={[words('row.maySee'), words('row.maySend'), words('row.mayChange')][index]}>{said(may)}</td>
                ))}
                {hasRules && <td>{rule !== null && <AccessRule rule={rule} />}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

import type { StudioOperation } from '../../../contract/studio/studio_access.ts';
import { useWords } from '../../words/use_words.ts';
import { AccessRule } from './access_rule.tsx';

/** Whether somebody may do something with a row, and why. */
export function OperationAccess({ operation }: { readonly operation: StudioOperation }) {
  const words = useWords();
  const { operation: name, allowed, missingScope, rules, afterwards } = operation;
  return (
    <div className="access-right">
      <div className="access-right-head">
        <strong>
          {isKnown(name) ? words(`row.may_${name}`) : words('row.may_call', { call: name.replace(/^call /, '') })}
        </strong>
        <span className={allowed ? 'badge is-future' : 'badge is-deleted'}>
          {words(allowed ? 'common.yes' : 'common.no')}
        </span>
      </div>
      {missingScope !== null && <p>{words('row.missingScope', { scope: missingScope })}</p>}
      {rules.length === 0 && missingScope === null && (
        <p className="faint">{words(allowed ? 'row.allRows' : 'row.noRows')}</p>
      )}
      {rules.map((rule) => (
        <AccessRule key={`${rule.of} ${rule.rule}`} rule={rule} />
      ))}
      {afterwards.length > 0 && <p className="faint">{words('row.afterwards')}</p>}
      {afterwards.map((rule) => (
        <AccessRule key={`${rule.of} ${rule.rule}`} rule={rule} />
      ))}
    </div>
  );
}

function isKnown(name: string): name is 'read' | 'update' | 'delete' | 'history' {
  return name === 'read' || name === 'update' || name === 'delete' || name === 'history';
}

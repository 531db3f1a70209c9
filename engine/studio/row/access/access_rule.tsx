import type { StudioRule } from '../../../contract/studio/studio_access.ts';
import { jsonText } from '../../parts/value_text.ts';
import { useWords } from '../../words/use_words.ts';
import { quotedParts } from './quoted_parts.ts';

/** A rule, whether it holds, and the values that it compares. */
export function AccessRule({ rule: { rule, words: english, of, holds, values } }: { readonly rule: StudioRule }) {
  const words = useWords();
  const compared = Object.entries(values);
  return (
    <div className="access-rule">
      <p>
        <span className={holds === null ? 'badge' : holds ? 'badge is-future' : 'badge is-deleted'}>
          {words(holds === null ? 'row.holdsUnknown' : holds ? 'row.holds' : 'row.holdsNot')}
        </span>{' '}
        {of !== null && <span className="faint">{words(of === 'then' ? 'row.ofThen' : 'row.ofPresent')}</span>}
      </p>
      {english !== null && (
        <p>{quotedParts(english).map(({ text, isQuoted, at }) => (isQuoted ? <code key={at}>{text}</code> : text))}</p>
      )}
      {rule === null ? (
        <p className="faint">{words('row.ruleHidden')}</p>
      ) : english === null ? (
        <p>{rule}</p>
      ) : (
        <details>
          <summary>{words('row.ruleText')}</summary>
          <code>{rule}</code>
        </details>
      )}
      {compared.length > 0 && (
        <dl className="access-values">
          {compared.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : jsonText(value, 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/use_words.ts';
import type { Difference } from './differences.ts';
import { longTexts } from './long_text.ts';
import { TextDifference } from './text_difference.tsx';

interface DifferenceLineProps {
  readonly difference: Difference;
  readonly history: Resource;
  readonly before: Row;
  readonly after: Row;
}

/** A field in two versions: its old value struck, then its new one; of long texts, the words that changed. */
export function DifferenceLine({ difference, history, before, after }: DifferenceLineProps) {
  const words = useWords();
  const { field } = difference;
  const texts = longTexts(difference);
  return (
    <div>
      <dt>{field.title}</dt>
      <dd>
        {texts === null ? (
          <>
            {difference.before !== null && (
              <del>
                <span className="hidden-text">{words('row.was')}</span>
                <Value resource={history} field={field} row={before} />
              </del>
            )}
            {difference.before !== null && difference.after !== null && (
              <span aria-hidden="true" className="faint">
                {' → '}
              </span>
            )}
            {difference.after !== null && (
              <ins>
                <span className="hidden-text">{words('row.is')}</span>
                <Value resource={history} field={field} row={after} />
              </ins>
            )}
          </>
        ) : (
          <TextDifference before={texts.before} after={texts.after} />
        )}
      </dd>
    </div>
  );
}

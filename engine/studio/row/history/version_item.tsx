import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { ClockLink } from '../clock_link.tsx';
import { inAddress } from '../instant.ts';
import { Recorder } from '../recorder.tsx';
import { boundText, recordedText } from '../validity_words.ts';
import { DifferenceLine } from './difference_line.tsx';
import type { Compared } from './use_compared.ts';
import type { Version } from './versions.ts';

interface VersionItemProps {
  readonly version: Version;
  readonly history: Resource;
  /** Of the row. */
  readonly path: string;
  /** Whether the page shows this version. */
  readonly isShown: boolean;
  readonly compared: Compared;
}

/** A version of a row: when and by whom it was recorded, and what it changed. */
export function VersionItem({ version, history, path, isShown, compared }: VersionItemProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const { id, row, recordedAt, replacedAt, kind, before, differences, corrected, isAfterGap } = version;
  const time = recordedText(recordedAt, zone);
  return (
    <li className={isShown ? 'version is-shown' : 'version'}>
      <div className="version-head">
        <ClockLink path={path} asOf={replacedAt === null ? null : inAddress(recordedAt)} className="version-time">
          <time dateTime={recordedAt} title={recordedAt}>
            {time}
          </time>
        </ClockLink>
        <span>
          {words('row.by')} <Recorder resource={history} row={row} field="recorded_by" />
        </span>
        <span className={`badge is-${kind}`}>{words(`row.version_${kind}`)}</span>
        {isShown && <span className="badge is-accent">{words('row.shownVersion')}</span>}
        <label className="version-choice">
          <input
            type="checkbox"
            checked={compared.ids.includes(id)}
            onChange={({ target }) => compared.choose(id, target.checked)}
            aria-label={words('row.compareThis', { time })}
          />
          {words('row.compare')}
        </label>
      </div>
      {corrected !== null && (
        <p className="correction">
          <strong>{words('row.correction')}</strong>{' '}
          {words('row.correctionOf', { from: boundText(corrected.from, zone), to: boundText(corrected.to, zone) })}
        </p>
      )}
      {differences.length > 0 && before !== null && (
        <dl className="fields">
          {differences.map((difference) => (
            <DifferenceLine
              key={difference.field.name}
              difference={difference}
              history={history}
              before={before}
              after={row}
            />
          ))}
        </dl>
      )}
      {before !== null && differences.length === 0 && <p className="faint">{words('row.noDifference')}</p>}
      {isAfterGap && <p className="faint">{words('row.hiddenVersions')}</p>}
    </li>
  );
}

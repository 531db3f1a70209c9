import { useModel } from '../../model/use_model.ts';
import { RowLink } from '../../parts/reference.tsx';
import { useWords } from '../../words/use_words.ts';
import { ClockLink } from '../clock_link.tsx';
import { inAddress } from '../instant.ts';
import { Recorder } from '../recorder.tsx';
import { recordedText } from '../validity_words.ts';
import type { RowEvent } from './row_events.ts';

interface EventItemProps {
  readonly event: RowEvent;
  /** Whether it came while the row was followed. */
  readonly isNew: boolean;
}

/** What was done, when and by whom. */
export function EventItem({ event: { time, done, other, changed, row }, isNew }: EventItemProps) {
  const words = useWords();
  const { service, resources } = useModel();
  const target = resources.get(other?.resource ?? '');
  const [, resource = '', id = ''] = String(row.source).split('/');
  const listed = resources.get('event');
  return (
    <li className={isNew ? 'version is-new' : 'version'}>
      <div className="version-head">
        <ClockLink path={`/browse/${resource}/${id}`} asOf={inAddress(time)} className="version-time">
          <time dateTime={time} title={time}>
            {recordedText(time, service.zone)}
          </time>
        </ClockLink>
        <span className={done === 'delete' ? 'badge is-deleted' : 'badge'}>
          {typeof done === 'string' ? words(`row.event_${done}`) : words('row.event_call', { call: done.call })}
        </span>
        {other !== null && (
          <span>
            {target?.title ?? other.resource}{' '}
            <RowLink target={target} id={other.id} label={words('parts.number', { id: other.id })} />
          </span>
        )}
        {listed !== undefined && (
          <span>
            {words('row.by')} <Recorder resource={listed} row={row} field="recorded_by" />
          </span>
        )}
        {isNew && <span className="badge is-accent">{words('row.new')}</span>}
      </div>
      {changed.length > 0 && <p className="faint">{words('row.changedFields', { fields: changed.join(', ') })}</p>}
    </li>
  );
}

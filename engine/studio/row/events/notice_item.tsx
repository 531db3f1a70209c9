import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { instantText } from '../../parts/instant_text.ts';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/use_words.ts';

interface NoticeItemProps {
  /** The resource that lists notices. */
  readonly resource: Resource;
  readonly row: Row;
}

/** A notice: its message, whom it asks, and since when. */
export function NoticeItem({ resource, row }: NoticeItemProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const { message } = (row.data ?? {}) as { readonly message?: string };
  const [status, asked] = ['status', 'party_id'].map((name) => resource.fields.get(name));
  const isOver = row.status === 'resolved';
  return (
    <li className={isOver ? 'version is-over' : 'version is-shown'}>
      <div className="version-head">
        <strong>{message ?? String(row.type)}</strong>
        {status !== undefined && (
          <span className={isOver ? 'badge' : 'badge is-caution'}>
            <Value resource={resource} field={status} row={row} />
          </span>
        )}
      </div>
      <p className="faint">
        {words('row.noticeSince', { since: instantText(String(row.since), zone) })}{' '}
        {asked !== undefined && (
          <>
            {words('row.noticeFor')} <Value resource={resource} field={asked} row={row} />
          </>
        )}
      </p>
    </li>
  );
}

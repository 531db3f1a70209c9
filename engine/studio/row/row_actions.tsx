import { useId } from 'react';
import { useModel } from '../model/use_model.ts';
import { CopyButton } from '../parts/copy_button.tsx';
import { useWords } from '../words/use_words.ts';
import type { RowInView } from './use_row.ts';

/** What can be done with the page of a row. */
export function RowActions({ resource, id, clock }: RowInView) {
  const words = useWords();
  const { service } = useModel();
  const panel = useId();
  const past = resource.asOf && clock.asOf !== null ? `?${new URLSearchParams({ as_of: clock.asOf })}` : '';
  const address = `${window.location.origin}${service.basePath}/${resource.name}/${encodeURIComponent(id)}${past}`;
  return (
    <div className="row-actions">
      <CopyButton text={() => window.location.href}>{words('row.copyLink')}</CopyButton>
      <button type="button" className="quiet" popoverTarget={panel}>
        {words('row.apiAddress')}
      </button>
      <div id={panel} popover="auto" className="row-address">
        <p>{words('row.apiHint')}</p>
        <code>{address}</code>
        <CopyButton text={() => address}>{words('common.copy')}</CopyButton>
      </div>
      <button type="button" className="quiet" onClick={() => window.print()}>
        {words('row.print')}
      </button>
    </div>
  );
}

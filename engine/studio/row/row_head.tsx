import { useModel } from '../model/use_model.ts';
import { instantText } from '../parts/instant_text.ts';
import { PageLink } from '../parts/page_link.tsx';
import { valueText } from '../parts/value_text.ts';
import { useWords } from '../words/use_words.ts';
import { statusFields } from './details/field_groups.ts';
import { RowActions } from './row_actions.tsx';
import { rowTitle } from './row_title.ts';
import type { RowInView } from './use_row.ts';
import { hasValidity, standingOf } from './validity.ts';
import { validityWords } from './validity_words.ts';
import { VersionSteps } from './version_steps.tsx';

/** What a row is called, where it stands, and for which instants it is shown. */
export function RowHead(view: RowInView) {
  const words = useWords();
  const model = useModel();
  const { service } = model;
  const { resource, id, row, clock, present } = view;
  const wording = { words, zone: service.zone };
  const label = row === null ? `${resource.title} ${id}` : rowTitle(model, resource, row);
  return (
    <header className="row-head">
      <title>{`${label} · ${resource.title}`}</title>
      <p className="row-path">
        <PageLink path={`/browse/${resource.name}`}>{resource.title}</PageLink>
        <span className="faint number">{words('parts.number', { id })}</span>
      </p>
      <div className="row-title">
        <h1>{label}</h1>
        {row !== null &&
          statusFields(resource).map((field) => {
            const text = valueText(field, row[field.name], wording);
            return text === '' ? null : (
              <span key={field.name} className="badge" title={field.title}>
                <span className="hidden-text">{field.title}</span> {text}
              </span>
            );
          })}
        <RowActions {...view} />
      </div>
      {row !== null && hasValidity(resource) && (
        <p className={`row-validity is-${standingOf(row, present)}`}>{validityWords(row, present, wording)}</p>
      )}
      <p className="row-paper">
        {clock.validAt !== null && (
          <span>{words('row.validAt', { instant: instantText(clock.validAt, service.zone) })}</span>
        )}
        {clock.asOf !== null && (
          <span>{words('row.recordedAt', { instant: instantText(clock.asOf, service.zone) })}</span>
        )}
        <span>{window.location.href}</span>
        <span>{words('row.printed', { date: instantText(new Date().toISOString(), service.zone) })}</span>
      </p>
      {clock.asOf !== null && <VersionSteps {...view} />}
    </header>
  );
}

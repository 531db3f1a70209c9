import type { StudioField } from '../../../contract/studio/studio_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { useWords } from '../../words/use_words.ts';
import { Missing } from '../missing.tsx';
import type { RowInView } from '../use_row.ts';
import { EmptyFields } from './empty_fields.tsx';
import { type FieldGroups, fieldGroups, linksToOne } from './field_groups.ts';
import { FieldList } from './field_list.tsx';
import { LinkToOne } from './link_to_one.tsx';
import { RelatedNow } from './related_now.tsx';

/** The fields of a row by groups, beside the rows that are related to it at the instant of the page. */
export function DetailsTab(view: RowInView) {
  const words = useWords();
  const { resource, row, error } = view;
  if (error !== null) return <Missing {...view} error={error} />;
  if (row === null) return <Loading />;
  const groups = fieldGroups(resource, row);
  const links = linksToOne(resource);
  const section = (name: keyof FieldGroups & Heading, fields: readonly StudioField[] = groups[name]) =>
    fields.length > 0 && (
      <section className={`field-group of-${name}`}>
        <h2>{words(`row.${name}`)}</h2>
        <FieldList resource={resource} row={row} fields={fields} />
      </section>
    );
  return (
    <div className="row-details">
      <div className="row-fields">
        {section('details')}
        {(groups.references.length > 0 || links.length > 0) && (
          <section className="field-group">
            <h2>{words('row.references')}</h2>
            <FieldList resource={resource} row={row} fields={groups.references}>
              {links.map((relation) => (
                <LinkToOne key={relation.alias} relation={relation} row={row} />
              ))}
            </FieldList>
          </section>
        )}
        {section('longTexts')}
        {groups.empty.length > 0 && <EmptyFields fields={groups.empty} />}
      </div>
      <div className="row-beside">
        {section('validity')}
        <RelatedNow {...view} />
        {section('record')}
      </div>
    </div>
  );
}

type Heading = 'details' | 'validity' | 'longTexts' | 'record';

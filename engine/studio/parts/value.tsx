import type { StudioField } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import type { Resource } from '../model/model.ts';
import { useModel } from '../model/use_model.ts';
import { useWords } from '../words/use_words.ts';
import { FileButton } from './file_button.tsx';
import { isSafeAddress } from './html.ts';
import { Reference, RowLink } from './reference.tsx';
import { RichText } from './rich_text.tsx';
import { isNumber, isRange, jsonText, valueText } from './value_text.ts';

interface ValueProps {
  readonly resource: Resource;
  readonly field: StudioField;
  readonly row: Row;
}

/** The value of a field in a row, as the type of the field is shown. */
export function Value({ resource, field, row }: ValueProps) {
  const words = useWords();
  const { service, resources } = useModel();
  const value = row[field.name];
  if (value === null || value === undefined) return <Nothing />;
  const { type, isArray, values } = field;
  const text = valueText(field, value, { words, zone: service.zone });
  if (type === 'reference' && Array.isArray(value)) {
    return (
      <span className="list">
        {value.map((id) => (
          <RowLink
            key={String(id)}
            target={resources.get(field.to ?? '')}
            id={String(id)}
            label={words('parts.number', { id: String(id) })}
          />
        ))}
      </span>
    );
  }
  if (type === 'reference') return <Reference resource={resource} field={field} row={row} />;
  if (type === 'file' && typeof value === 'object') return <FileButton resource={resource} field={field} row={row} />;
  if (type === 'json' && typeof value === 'object') return <Json value={value} />;
  if (isArray) return <span>{text}</span>;
  if (type === 'html') return <RichText html={String(value)} />;
  if (type === 'datetime' || type === 'date') {
    return (
      <time dateTime={String(value)} title={String(value)}>
        {text}
      </time>
    );
  }
  if (isRange(type)) return <span title={String(value)}>{text}</span>;
  if (isNumber(field)) return <span className="number">{text}</span>;
  if (type === 'text' && values === null && isSafeAddress(text)) return <WebLink address={text} />;
  return <span>{text}</span>;
}

/** Says that a field has no value. */
export function Nothing() {
  const words = useWords();
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="hidden-text">{words('common.empty')}</span>
    </span>
  );
}

function Json({ value }: { readonly value: object }) {
  const words = useWords();
  const count = Object.keys(value).length;
  return (
    <details className="json">
      <summary>{words(Array.isArray(value) ? 'parts.list' : 'parts.json', { count })}</summary>
      <pre>{jsonText(value, 2)}</pre>
    </details>
  );
}

function WebLink({ address }: { readonly address: string }) {
  return (
    <a href={address} rel="noopener noreferrer nofollow" target="_blank">
      {address}
    </a>
  );
}

import type { StudioOperator } from '../../../contract/studio/studio_model.ts';
import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { DatetimeField } from './datetime_field.tsx';
import type { Place } from './place.ts';
import { ReferenceField } from './reference_field.tsx';

interface OperandFieldProps {
  readonly place: Place;
  /** What the operator takes. */
  readonly operand: StudioOperator['operand'];
  /** The name of the control where no label around it has one. */
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A control for one value, as the type of the field wants it. */
export function OperandField({ place, operand, name, value, onChange }: OperandFieldProps) {
  const words = useWords();
  const { resources } = useModel();
  const field = place.of.kind === 'field' && operand !== 'text' ? place.of.field : null;
  const named = name === undefined ? {} : { 'aria-label': name };
  const type = field === null || field.isArray ? 'text' : field.type;
  const target = resources.get(field?.to ?? '');
  if (type === 'reference' && target !== undefined) {
    return <ReferenceField target={target} named={named} value={value} onChange={onChange} />;
  }
  const values =
    type === 'boolean'
      ? [
          { value: 'true', title: words('common.yes') },
          { value: 'false', title: words('common.no') },
        ]
      : field?.isArray === true
        ? null
        : (field?.values ?? null);
  if (values !== null) {
    return (
      <select {...named} required value={value} onChange={({ target: { value: chosen } }) => onChange(chosen)}>
        <option value="" disabled>
          {words('browse.chooseValue')}
        </option>
        {values.map((each) => (
          <option key={each.value} value={each.value}>
            {each.title}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'datetime') return <DatetimeField named={named} value={value} onChange={onChange} />;
  return (
    <input
      {...named}
      type={type === 'date' && (value === '' || /^\d{4}-\d\d-\d\d$/.test(value)) ? 'date' : 'text'}
      inputMode={inputModes[type] ?? 'text'}
      placeholder={field === null ? '' : (examples[field.isArray ? 'array' : type] ?? '')}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target: { value: written } }) => onChange(written)}
    />
  );
}

const inputModes: Readonly<Record<string, 'numeric' | 'decimal'>> = {
  integer: 'numeric',
  bigint: 'numeric',
  decimal: 'decimal',
};

/** How values are written that have no control of their own. */
const examples: Readonly<Record<string, string>> = {
  array: '{a,b}',
  json: '{"a": 1}',
  time: '14:30',
  duration: 'P1DT12H',
  integer_range: '[1,10)',
  decimal_range: '[1.5,2.5)',
  date_range: '[2026-01-01,2026-02-01)',
  datetime_range: '[2026-01-01T00:00Z,2026-02-01T00:00Z)',
};

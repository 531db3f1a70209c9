import { useModel } from '../../model/use_model.ts';
import { inputText, instantOfInput } from '../../time/zone.ts';

interface DatetimeFieldProps {
  readonly named: { readonly 'aria-label'?: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An instant by the clocks of the zone of the service. */
export function DatetimeField({ named, value, onChange }: DatetimeFieldProps) {
  const { service } = useModel();
  const isInstant = !Number.isNaN(Date.parse(value));
  return (
    <input
      {...named}
      type={value === '' || isInstant ? 'datetime-local' : 'text'}
      step={1}
      value={isInstant ? inputText(value, service.zone) : value}
      onChange={({ target }) => onChange(instantOfInput(target.value, service.zone) ?? '')}
    />
  );
}

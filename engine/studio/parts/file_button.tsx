import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { StudioField } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import type { Resource } from '../model/model.ts';
import { useSession } from '../model/use_model.ts';
import { clockOf } from '../time/clock.ts';
import { useWords } from '../words/use_words.ts';
import { Refusal } from './refusal.tsx';
import { sizeText } from './size_text.ts';

interface FileButtonProps {
  readonly resource: Resource;
  readonly field: StudioField;
  readonly row: Row;
}

/** Saves the file of a row. A link would send no token. */
export function FileButton({ resource, field, row }: FileButtonProps) {
  const words = useWords();
  const { api } = useSession();
  const { asOf } = clockOf(useSearchParams()[0]);
  const { name, size } = row[field.name] as { readonly name: string; readonly size: number };
  const past = asOf === null || !resource.asOf ? '' : `?${new URLSearchParams({ as_of: asOf })}`;
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const path = `/${resource.name}/${row.id}/${field.name}${past}`;
      save(name, await (await api.request(path, { headers: { Accept: '*/*' } })).blob());
    },
  });
  return (
    <>
      <button type="button" className="quiet" disabled={isPending} onClick={() => mutate()}>
        {words('parts.download', { name, size: sizeText(size) })}
      </button>
      {error !== null && <Refusal error={error} />}
    </>
  );
}

function save(name: string, bytes: Blob): void {
  const href = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser has begun to read the bytes by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

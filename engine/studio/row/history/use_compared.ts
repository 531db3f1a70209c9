import { useSearchParams } from 'react-router-dom';
import { chosenToCompare } from './compared.ts';

/** The versions that are compared, as the address has them. */
export interface Compared {
  readonly ids: readonly string[];
  readonly choose: (id: string, isChosen: boolean) => void;
  readonly clear: () => void;
}

export function useCompared(): Compared {
  const [search, setSearch] = useSearchParams();
  const ids = (search.get(parameter) ?? '')
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .slice(0, 2);
  const set = (chosen: readonly string[]) => {
    const changed = new URLSearchParams(search);
    if (chosen.length === 0) changed.delete(parameter);
    else changed.set(parameter, chosen.join());
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return {
    ids,
    choose: (id, isChosen) => set(chosenToCompare(ids, id, isChosen)),
    clear: () => set([]),
  };
}

const parameter = 'compare';

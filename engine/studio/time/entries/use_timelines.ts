import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import type { Belief, Entry } from './entry.ts';
import { everyRow, mostDrawn } from './every_row.ts';
import { entryReader } from './read_entries.ts';
import type { Timeline } from './timelines.ts';

interface Read<T> {
  /** Undefined while they are awaited, and where the service refuses them. */
  readonly found: readonly T[] | undefined;
  readonly isComplete: boolean;
  readonly error: Error | null;
}

/** The entries of timelines as recorded at an instant; null for now. */
export function useEntries(timelines: readonly Timeline[], asOf: string | null): readonly Read<Entry>[] {
  return useRows(timelines, (timeline) => {
    const query: Record<string, string> = { order: 'valid_from' };
    if (asOf !== null && timeline.target.asOf) query.as_of = asOf;
    return { resource: timeline.target, query, kind: 'entries' };
  });
}

/** What was ever believed of timelines. Without a history, nothing is known of it. */
export function useBeliefs(timelines: readonly Timeline[]): readonly Read<Belief>[] {
  return useRows(timelines, ({ history }) =>
    history === null ? null : { resource: history, query: { order: 'recorded_at.desc,id.desc' }, kind: 'beliefs' },
  );
}

type Question<K> = {
  readonly resource: Timeline['target'];
  readonly query: Readonly<Record<string, string>>;
  readonly kind: K;
} | null;

function useRows<K extends 'entries' | 'beliefs'>(
  timelines: readonly Timeline[],
  asked: (timeline: Timeline) => Question<K>,
): readonly Read<K extends 'beliefs' ? Belief : Entry>[] {
  const { api, model } = useSession();
  const words = useWords();
  const { zone, pageMaximum } = model.service;
  const answers = useQueries({
    queries: timelines.map((timeline) => {
      const question = asked(timeline);
      const resource = question?.resource ?? timeline.target;
      const reader = entryReader(model, resource, { wording: { words, zone }, alias: timeline.alias });
      const limit = String(Math.min(pageMaximum, mostDrawn));
      const query = new URLSearchParams([
        ...timeline.filters.map((filter) => [...filter]),
        ...Object.entries({ select: reader.select, ...question?.query, limit }),
      ]);
      return {
        queryKey: ['timeline', resource.name, query.toString()],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
          const { rows, isComplete } = await everyRow(api, resource.name, {
            query: query.toString(),
            most: mostDrawn,
            signal,
          });
          return { found: reader[question?.kind ?? 'entries'](rows), isComplete };
        },
        enabled: question !== null,
      };
    }),
  });
  // TanStack keeps earlier data for single queries alone. What was drawn stays until the service has answered.
  const earlier = useRef(new Map<string, Drawn>());
  return answers.map(({ error, data }, index) => {
    const key = JSON.stringify(timelines[index]?.filters) + timelines[index]?.target.name;
    if (data !== undefined) earlier.current.set(key, data);
    const drawn = data ?? (error === null ? earlier.current.get(key) : undefined);
    return { found: drawn?.found as never, isComplete: drawn?.isComplete ?? true, error };
  });
}

interface Drawn {
  readonly found: readonly Entry[];
  readonly isComplete: boolean;
}

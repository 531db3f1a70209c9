import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModel } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { useWords } from '../words/use_words.ts';
import { withClock } from './clock.ts';
import type { Belief, Entry } from './entry.ts';
import { mostDrawn } from './every_row.ts';
import { compareInstants, instantAt, readInstant } from './instant.ts';
import { type Lane, LanesPicture } from './lanes_picture.tsx';
import { LanesTable } from './lanes_table.tsx';
import { type Owner, ownerOf, timelinesOf } from './timelines.ts';
import { useClock } from './use_clock.ts';
import { useBeliefs, useEntries } from './use_timelines.ts';

/** All timelines of a row, or of the row that an entry is about. */
export default function LanesTab({ resource, id, row }: Owner) {
  const words = useWords();
  const model = useModel();
  const navigate = useNavigate();
  const { clock } = useClock();
  const [isBefore, setBefore] = useState(false);
  const owner = ownerOf(model, { resource, id, row });
  const timelines = owner === null ? [] : timelinesOf(model, owner);
  const read = useEntries(timelines, clock.asOf);
  const believed = useBeliefs(isBefore ? timelines : []);
  const asOf = readInstant(clock.asOf) ?? instantAt(Date.now());
  const found = read.map((each) => each.found);
  const beliefs = believed.map((each) => each.found);
  const lanes = useMemo(
    () =>
      timelines.map(({ alias, title, history }, index): Lane => {
        const map = history === null ? null : `/browse/${owner?.resource.name}/${owner?.id}/time/${alias}`;
        return { title, map, entries: found[index] ?? [], before: earlierOnes(beliefs[index] ?? [], asOf) };
      }),
    [JSON.stringify(timelines.map(({ alias }) => alias)), ...found, ...beliefs, clock.asOf],
  );
  const refused = read.find(({ error }) => error !== null)?.error;
  if (refused) return <Refusal error={refused} />;
  if (timelines.length === 0) return row === null && owner === null ? <Loading /> : <p>{words('timeline.none')}</p>;
  if (found.some((each) => each === undefined)) return <Loading />;
  const open = (lane: number, entry: Entry) => {
    const target = timelines[lane]?.target;
    if (entry.id === null || target?.actions.includes('read') !== true) return;
    const search = withClock(new URLSearchParams(), clock).toString();
    navigate({ pathname: `/browse/${target.name}/${entry.id}`, search: search === '' ? '' : `?${search}` });
  };
  const marked = owner?.resource === resource ? null : id;
  return (
    <section className="time-tab">
      <LanesPicture
        tools={
          <label className="switch">
            <input type="checkbox" checked={isBefore} onChange={({ target }) => setBefore(target.checked)} />
            {words('timeline.before')}
          </label>
        }
        label={words('timeline.lanes', { name: owner?.resource.title ?? '' })}
        validAt={readInstant(clock.validAt)}
        {...{ lanes, marked, open }}
      />
      {read.some(({ isComplete }) => !isComplete) && (
        <p className="faint">{words('timeline.incomplete', { count: mostDrawn })}</p>
      )}
      <details>
        <summary>{words('timeline.asTable')}</summary>
        <LanesTable lanes={lanes} />
      </details>
    </section>
  );
}

/** What was believed before an instant, and no more then; the newest first. */
function earlierOnes(beliefs: readonly Belief[], asOf: string): readonly Entry[] {
  return beliefs
    .filter(({ replacedAt }) => replacedAt !== null && compareInstants(replacedAt, asOf) <= 0)
    .toSorted((a, b) => compareInstants(b.recordedAt, a.recordedAt));
}

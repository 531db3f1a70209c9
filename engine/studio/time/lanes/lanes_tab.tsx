import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModel } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { RowInView } from '../../row/use_row.ts';
import { useWords } from '../../words/use_words.ts';
import { AsTable } from '../axis/as_table.tsx';
import { withClock } from '../clock.ts';
import type { Belief, Entry } from '../entries/entry.ts';
import { mostDrawn } from '../entries/every_row.ts';
import { timelinesOf } from '../entries/timelines.ts';
import { useBeliefs, useEntries } from '../entries/use_timelines.ts';
import { compareInstants, instantAt, readInstant } from '../instant.ts';
import { useClock } from '../use_clock.ts';
import { type Lane, LanesPicture } from './lanes_picture.tsx';
import { LanesTable } from './lanes_table.tsx';

/** All timelines of a row, or of the row that an entry is about. */
export default function LanesTab({ resource, id, row, error }: RowInView) {
  const words = useWords();
  const model = useModel();
  const navigate = useNavigate();
  const { clock } = useClock();
  const [isBefore, setBefore] = useState(false);
  const timelines = timelinesOf(model, { resource, id, row });
  const read = useEntries(timelines, clock.asOf);
  const believed = useBeliefs(isBefore ? timelines : []);
  const asOf = readInstant(clock.asOf) ?? instantAt(Date.now());
  const found = read.map((each) => each.found);
  const beliefs = believed.map((each) => each.found);
  const lanes = useMemo(
    () =>
      timelines.map(({ alias, title, history, page }, index): Lane => {
        const map = history === null ? null : `${page}/time/${alias}`;
        return { title, map, entries: found[index] ?? [], before: earlierOnes(beliefs[index] ?? [], asOf) };
      }),
    [JSON.stringify(timelines.map(({ alias, page }) => [alias, page])), ...found, ...beliefs, clock.asOf],
  );
  const refused = read.find(({ error }) => error !== null)?.error;
  if (refused) return <Refusal error={refused} />;
  if (timelines.length === 0) return row === null && error === null ? <Loading /> : <p>{words('timeline.none')}</p>;
  if (found.some((each) => each === undefined)) return <Loading />;
  const open = (lane: number, entry: Entry) => {
    const target = timelines[lane]?.target;
    if (entry.id === null || target?.actions.includes('read') !== true) return;
    const search = withClock(new URLSearchParams(), clock).toString();
    navigate({ pathname: `/browse/${target.name}/${entry.id}`, search: search === '' ? '' : `?${search}` });
  };
  return (
    <section className="time-tab">
      <LanesPicture
        tools={
          <label className="switch">
            <input type="checkbox" checked={isBefore} onChange={({ target }) => setBefore(target.checked)} />
            {words('timeline.before')}
          </label>
        }
        label={words('timeline.lanes', { name: resource.title })}
        validAt={readInstant(clock.validAt)}
        {...{ lanes, open }}
        isMarked={(lane, entry) => timelines[lane]?.target === resource && entry.id === id}
      />
      {read.some(({ isComplete }) => !isComplete) && (
        <p className="faint">{words('timeline.incomplete', { count: mostDrawn })}</p>
      )}
      <AsTable table={() => <LanesTable lanes={lanes} />} />
    </section>
  );
}

/** What was believed before an instant, and no more then; the newest first. */
function earlierOnes(beliefs: readonly Belief[], asOf: string): readonly Entry[] {
  return beliefs
    .filter(({ replacedAt }) => replacedAt !== null && compareInstants(replacedAt, asOf) <= 0)
    .toSorted((a, b) => compareInstants(b.recordedAt, a.recordedAt));
}

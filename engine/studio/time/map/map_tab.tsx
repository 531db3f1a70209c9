import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useModel } from '../../model/use_model.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageLink } from '../../parts/page_link.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { useWords } from '../../words/use_words.ts';
import { AsTable } from '../axis/as_table.tsx';
import { isBunched } from '../axis/scale.ts';
import { tonesOf } from '../axis/tones.ts';
import { ascending } from '../bar/instants.ts';
import { mostDrawn } from '../entries/every_row.ts';
import { type Owner, timelinesOf } from '../entries/timelines.ts';
import { useBeliefs } from '../entries/use_timelines.ts';
import { compareInstants, instantAt, millisecondsOf, readInstant } from '../instant.ts';
import { useClock } from '../use_clock.ts';
import { correctionsOf } from './corrections.ts';
import { answerOf, type MapQuestion } from './map_answer.ts';
import { MapCorrections } from './map_corrections.tsx';
import { MapLegend } from './map_legend.tsx';
import { MapPicture } from './map_picture.tsx';
import { MapTable } from './map_table.tsx';
import type { MapPoint } from './rectangles.ts';

/** What was believed of a timeline, and when. */
export default function MapTab(owner: Owner) {
  const words = useWords();
  const model = useModel();
  const { zone } = model.service;
  const { alias } = useParams();
  const { clock, setClock } = useClock();
  const [search, setSearch] = useSearchParams();
  const [now] = useState(() => instantAt(Date.now()));
  const timeline = timelinesOf(model, owner).find((each) => each.alias === alias);
  const [{ found: beliefs, error, isComplete } = nothing] = useBeliefs(timeline === undefined ? [] : [timeline]);
  const tones = useMemo(() => tonesOf(beliefs ?? []), [beliefs]);
  const corrections = useMemo(() => correctionsOf(beliefs ?? []), [beliefs]);
  const isBunchedUp = useMemo(
    () => isBunched([...ascending((beliefs ?? []).map(({ recordedAt }) => recordedAt)), now].map(millisecondsOf)),
    [beliefs, now],
  );
  if (timeline === undefined) return <p>{words('timeline.noTimeline')}</p>;
  if (timeline.history === null) return <p>{words('timeline.noHistory')}</p>;
  if (error !== null) return <Refusal error={error} />;
  if (beliefs === undefined) return <Loading />;
  const [validAt, asOf] = [readInstant(clock.validAt), readInstant(clock.asOf)];
  const sentence = (point: Pick<MapQuestion, 'validAt' | 'asOf'>) =>
    answerOf(beliefs, { ...point, now, what: timeline.title }, words, zone);
  const ask = (point: MapPoint) =>
    setClock({ validAt: point.validAt, asOf: compareInstants(point.asOf, now) < 0 ? point.asOf : null });
  const spacing = search.get('spacing') ?? (isBunchedUp ? 'even' : 'time');
  const setEven = (isEven: boolean) =>
    setSearch(
      (current) => {
        current.set('spacing', isEven ? 'even' : 'time');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <section className="time-tab">
      <div className="map-head">
        <h2>{words('timeline.mapOf', { title: timeline.title })}</h2>
        <PageLink path={`/browse/${owner.resource.name}/${encodeURIComponent(owner.id)}/time`}>
          {words('timeline.backToLanes')}
        </PageLink>
      </div>
      <p className="faint">{words('timeline.explained')}</p>
      <output className="map-answer">{sentence({ validAt, asOf })}</output>
      <MapPicture
        {...{ beliefs, corrections, tones, validAt, asOf, now, ask, sentence, setEven }}
        isEven={spacing === 'even'}
      />
      {!isComplete && <p className="faint">{words('timeline.incomplete', { count: mostDrawn })}</p>}
      <MapLegend {...{ beliefs, tones }} hasCorrections={corrections.length > 0} />
      <h3>{words('timeline.corrections')}</h3>
      <MapCorrections {...{ corrections, ask }} />
      <AsTable table={() => <MapTable title={timeline.title} beliefs={beliefs} />} />
    </section>
  );
}

const nothing = { found: undefined, error: null, isComplete: true };

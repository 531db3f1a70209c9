import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { boundWords, instantWords } from '../zone.ts';
import type { Correction } from './corrections.ts';
import type { MapPoint } from './rectangles.ts';

interface MapCorrectionsProps {
  readonly corrections: readonly Correction[];
  readonly ask: (point: MapPoint) => void;
}

/** The corrections of a timeline in words, the newest first; each leads to its place on the map. */
export function MapCorrections({ corrections, ask }: MapCorrectionsProps) {
  const words = useWords();
  const { zone } = useModel().service;
  if (corrections.length === 0) return <p className="faint">{words('timeline.noCorrections')}</p>;
  return (
    <ul className="map-corrections">
      {corrections
        .slice(-mostShown)
        .toReversed()
        .map((correction) => {
          const { at, by, from, to, before, after } = correction;
          const values = {
            at: instantWords(at, zone),
            by,
            from: boundWords(from, zone),
            to: boundWords(to, zone),
            before: before || words('timeline.valid'),
            after: after || words('timeline.valid'),
          };
          return (
            <li key={`${at} ${from}`}>
              <span>{words(after === null ? 'timeline.correctedNone' : 'timeline.corrected', values)}</span>
              <button type="button" onClick={() => ask({ validAt: from, asOf: at })}>
                {words('timeline.showCorrection')}
              </button>
            </li>
          );
        })}
      {corrections.length > mostShown && (
        <li className="faint">{words('timeline.moreCorrections', { count: corrections.length - mostShown })}</li>
      )}
    </ul>
  );
}

/** More than anybody reads; the map marks all of them. */
const mostShown = 50;

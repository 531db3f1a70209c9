import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import type { Belief } from '../entries/entry.ts';
import { boundWords, instantWords } from '../zone.ts';

/** All versions of a timeline, as the map draws them. */
export function MapTable({ title, beliefs }: { readonly title: string; readonly beliefs: readonly Belief[] }) {
  const words = useWords();
  const { zone } = useModel().service;
  return (
    <section
      className="time-table"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
      tabIndex={0}
    >
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words('timeline.value')}</th>
            <th scope="col">{words('timeline.from')}</th>
            <th scope="col">{words('timeline.to')}</th>
            <th scope="col">{words('timeline.recordedAt')}</th>
            <th scope="col">{words('timeline.recordedBy')}</th>
            <th scope="col">{words('timeline.replacedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {beliefs.map((belief) => (
            <tr key={`${belief.id} ${belief.from} ${belief.recordedAt}`}>
              <td>{belief.label || words('timeline.valid')}</td>
              <td>{boundWords(belief.from, zone)}</td>
              <td>{belief.to === null ? words('timeline.openEnd') : boundWords(belief.to, zone)}</td>
              <td>{instantWords(belief.recordedAt, zone)}</td>
              <td>{belief.recordedBy}</td>
              <td>{belief.replacedAt === null ? words('timeline.current') : instantWords(belief.replacedAt, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

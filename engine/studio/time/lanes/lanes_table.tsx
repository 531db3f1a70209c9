import { useModel } from '../../model/use_model.ts';
import { useWords } from '../../words/use_words.ts';
import { boundWords } from '../zone.ts';
import type { Lane } from './lanes_picture.tsx';

/** The facts of the lanes as tables. */
export function LanesTable({ lanes }: { readonly lanes: readonly Lane[] }) {
  const words = useWords();
  const { zone } = useModel().service;
  return lanes.map(({ title, entries }) => (
    <section
      className="time-table"
      key={title}
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
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, label, from, to }) => (
            <tr key={`${id} ${from}`}>
              <td>{label || words('timeline.valid')}</td>
              <td>{boundWords(from, zone)}</td>
              <td>{to === null ? words('timeline.openEnd') : boundWords(to, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}

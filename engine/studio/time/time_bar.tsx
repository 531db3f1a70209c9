import { useSearchParams } from 'react-router-dom';
import { clockOf } from './clock.ts';

/** For which instants the page shows its data. */
export function TimeBar() {
  const [search] = useSearchParams();
  const { validAt, asOf } = clockOf(search);
  if (validAt === null && asOf === null) return null;
  return (
    <div className="time-bar">
      <time>{validAt}</time> <time>{asOf}</time>
    </div>
  );
}

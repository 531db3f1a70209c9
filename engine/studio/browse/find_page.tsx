import { useSearchParams } from 'react-router-dom';

/** The rows that a search finds, in all resources. */
export default function FindPage() {
  const [search] = useSearchParams();
  return <h1>{search.get('q')}</h1>;
}

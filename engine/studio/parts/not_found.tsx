import { useWords } from '../words/use_words.ts';

export function NotFound() {
  const words = useWords();
  return <p>{words('common.notFound')}</p>;
}

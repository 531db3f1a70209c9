import { useWords } from '../words/use_words.ts';

export function Loading() {
  const words = useWords();
  return (
    <p className="loading" role="status">
      {words('common.loading')}
    </p>
  );
}

import { useWords } from '../words/use_words.ts';

interface OlderButtonProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Asks for the page of what is older, below a list that begins with the newest. */
export function OlderButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: OlderButtonProps) {
  const words = useWords();
  if (!hasNextPage) return null;
  return (
    <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {words('row.older')}
    </button>
  );
}

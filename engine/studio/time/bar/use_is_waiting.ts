import { useIsFetching } from '@tanstack/react-query';

/** Whether the page still shows the answer to an earlier question. */
export function useIsWaiting(): boolean {
  return (
    useIsFetching({
      predicate: ({ observers }) => observers.some((observer) => observer.getCurrentResult().isPlaceholderData),
    }) > 0
  );
}

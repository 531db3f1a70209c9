/** Texts of every page. */
export const common = {
  loading: 'Loading',
  empty: 'Empty',
  yes: 'Yes',
  no: 'No',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser does not allow it',
  menu: 'Menu',
  skip: 'Skip to the content',
  resources: 'Resources',
  notFound: 'There is no page at this address.',
  noResource: 'There is no resource %{name} that you may see.',
  refused: 'The service refused: %{detail}',
  requestId: 'Request %{id}',
  retry: 'Try again',
} as const;

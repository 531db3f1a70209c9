/** Texts within values. */
export const parts = {
  from: 'from %{value}',
  until: 'until %{value}',
  between: '%{from} – %{to}',
  below: 'below %{value}',
  above: 'above %{value}',
  always: 'without bounds',
  emptyRange: 'nothing',
  json: '%{count} members',
  list: '%{count} elements',
  download: 'Download %{name} (%{size})',
  number: '#%{id}',
} as const;

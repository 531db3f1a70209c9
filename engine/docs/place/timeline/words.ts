import type { Change, Span } from './cases.ts';

/** What a client does to a timeline, in words. */
export function changeWords(change: Change): string {
  switch (change.kind) {
    case 'create':
      return `create ${spanWords(change.entry)}`;
    case 'update':
      return `change ${change.name}: ${boundWords(change.from, change.to)}`;
    case 'delete':
      return `delete ${change.name}`;
    case 'restore':
      return `restore ${change.name} ${boundWords(change.from, change.to)}`;
  }
}

export function spanWords({ name, from, to }: Span): string {
  return `${name} ${boundWords(from, to)}`;
}

function boundWords(from: number | undefined, to: number | null | undefined): string {
  const parts = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [to === null ? 'open' : `until ${to}`]),
  ];
  return parts.join(' ');
}

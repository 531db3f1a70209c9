/** A number of bytes in the largest unit of which there is one: 1 kB are 1 000 bytes. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[power]}`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A datetime of an answer by the clocks of a zone, such as `3 May 2024 14:05`. Other texts stay as they are. */
export function instantText(text: string, zone: string): string {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return text;
  return written(instant, formatOf(zone));
}

/** A date of an answer, such as `3 May 2024`. Other texts stay as they are. */
export function dateText(text: string): string {
  const day = new Date(`${text}T00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime())) return text;
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${text.slice(0, 4).replace(/^0+/, '')}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

function written(instant: Date, format: Intl.DateTimeFormat): string {
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${Number(part.day)} ${months[Number(part.month) - 1]} ${part.year} ${part.hour}:${part.minute}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times, and a table has hundreds of instants. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const made =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, made);
  return made;
}

/** A name for people from a name for machines: `accounting_point_id` is `Accounting point`. */
export function titleOf(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

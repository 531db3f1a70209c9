/** A name for people from a name for machines: `date_of_birth` is `Date of birth`. */
export function titleOf(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

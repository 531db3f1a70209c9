/** A rule of access, as a text. */
export function accessRule(description: string) {
  return {
    type: 'string',
    minLength: 1,
    description: `${description} {name} stands for the value of the caller's claim of that name.`,
  } as const;
}

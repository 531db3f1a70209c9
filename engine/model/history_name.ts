/** The resource that lists the versions of another one's rows. */
export function historyName(resource: string): string {
  return `${resource}_history`;
}

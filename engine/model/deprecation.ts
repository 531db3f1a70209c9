export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacedBy: string | null;
}

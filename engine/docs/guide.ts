/** A group of pages in the navigation, in the order in which they are read. */
export interface GuideGroup {
  readonly title: string;
  /** Files of the folder docs, without their ending. */
  readonly pages: readonly string[];
}

/** The pages that every service has: files of the folder docs. */
export const guideGroups: readonly GuideGroup[] = [
  { title: 'Learn', pages: ['tutorial', 'register', 'stories'] },
  {
    title: 'Guide',
    pages: [
      'model',
      'access',
      'time',
      'query',
      'many_rows',
      'views',
      'events',
      'calls',
      'files',
      'clients',
      'studio',
      'migrations',
      'ci',
      'production',
      'machines',
      'sharding',
      'upgrade',
      'backup',
      'import',
      'security',
      'speed',
      'coming_from',
    ],
  },
  { title: 'Reference', pages: ['definitions', 'query_language', 'http', 'errors', 'settings', 'commands'] },
];

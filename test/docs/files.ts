import { writeFileSync } from 'node:fs';
import { accessPage } from '../../engine/docs/access.ts';
import { errorsPage } from '../../engine/docs/errors.ts';
import { eventsPage } from '../../engine/docs/events.ts';
import { markdownOf } from '../../engine/docs/markdown.ts';
import { noticesPage } from '../../engine/docs/notices.ts';
import { notificationsPage } from '../../engine/docs/notifications.ts';
import { postgrestPage } from '../../engine/docs/postgrest.ts';
import { queryLanguagePage } from '../../engine/docs/query_language.ts';
import { timelinesPage } from '../../engine/docs/timelines.ts';

/** The pages that are about every service, as files of the folder docs: `node test/docs/files.ts` writes them. */
export function documentationFiles(): ReadonlyMap<string, string> {
  const pages = [
    queryLanguagePage(),
    accessPage(),
    timelinesPage(),
    eventsPage(),
    notificationsPage(),
    noticesPage(),
    errorsPage(),
    postgrestPage(),
  ];
  return new Map(pages.map((page) => [`docs/${page.path.replace('.html', '.md')}`, markdownOf(page)]));
}

if (import.meta.main) for (const [file, text] of documentationFiles()) writeFileSync(file, text);

import { useParams } from 'react-router-dom';
import { useModel } from '../model/use_model.ts';
import { PageLink } from '../parts/page_link.tsx';
import { useWords } from '../words/use_words.ts';
import { RelatedCount } from './related/related_count.tsx';
import { type Tab, tabsOf } from './tabs.ts';
import type { RowInView } from './use_row.ts';

/** The parts of the page of a row, as links. */
export function RowTabs(view: RowInView) {
  const words = useWords();
  const model = useModel();
  const { '*': current = '' } = useParams();
  const { resource, id, row } = view;
  return (
    <nav className="row-tabs" aria-label={words('row.sections')}>
      <ul>
        {tabsOf(model, resource).map((tab) => (
          <li key={tab.path}>
            <PageLink
              path={`/browse/${resource.name}/${encodeURIComponent(id)}${tab.path === '' ? '' : `/${tab.path}`}`}
              isCurrent={isWithin(current, tab)}
            >
              {titleOf(tab, words)}
              {tab.kind === 'related' && row !== null && <RelatedCount relation={tab.relation} row={row} />}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The map of a timeline is within the part of its time. */
function isWithin(current: string, { path }: Tab): boolean {
  return current === path || (path !== '' && current.startsWith(`${path}/`));
}

function titleOf(tab: Tab, words: ReturnType<typeof useWords>): string {
  return tab.kind === 'related' ? tab.relation.title : words(`row.${tab.kind}`);
}

import { useParams } from 'react-router-dom';
import { groupsOf } from '../model/groups.ts';
import { useModel } from '../model/use_model.ts';
import { PageLink } from '../parts/page_link.tsx';
import { useWords } from '../words/use_words.ts';

/** All resources by group: beside the page, or over it on a narrow screen. */
export function ResourceMenu() {
  const words = useWords();
  const { resource: current } = useParams();
  return (
    <nav id="resource-menu" popover="auto" aria-label={words('common.resources')}>
      {groupsOf(useModel()).map(({ group, resources }) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {resources.map(({ name, title }) => (
              <li key={name}>
                <PageLink path={`/browse/${name}`} isCurrent={name === current}>
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

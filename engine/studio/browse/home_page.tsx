import { groupsOf } from '../model/groups.ts';
import { useModel } from '../model/use_model.ts';
import { PageLink } from '../parts/page_link.tsx';
import { firstSentence } from '../parts/paragraphs.ts';

/** All resources by group, with what each is. */
export function HomePage() {
  const model = useModel();
  return (
    <>
      <h1>{model.service.title}</h1>
      {groupsOf(model).map(({ group, resources }) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul className="cards">
            {resources.map(({ name, title, description }) => (
              <li key={name}>
                <PageLink path={`/browse/${name}`}>{title}</PageLink>
                <p>{firstSentence(description)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

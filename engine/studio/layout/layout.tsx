import { Suspense, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router-dom';
import { FindBox } from '../browse/find_box.tsx';
import { useModel } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { PageLink } from '../parts/page_link.tsx';
import { Stopped } from '../parts/stopped.tsx';
import { PersonMenu } from '../sign_in/person_menu.tsx';
import { TimeBar } from '../time/bar/time_bar.tsx';
import { useIsWaiting } from '../time/bar/use_is_waiting.ts';
import { useWords } from '../words/use_words.ts';
import { ResourceMenu } from './resource_menu.tsx';

/** The frame of every page: the name of the service, the search, the person, the resources, and the time. */
export function Layout() {
  const words = useWords();
  const { service } = useModel();
  const { pathname } = useLocation();
  const isWaiting = useIsWaiting();
  const content = useRef<HTMLElement>(null);
  return (
    <div className="layout">
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {words('common.skip')}
      </button>
      <header className="top">
        <button type="button" className="menu-button" popoverTarget="resource-menu">
          {words('common.menu')}
        </button>
        <PageLink className="service-name" path="/">
          {service.title}
        </PageLink>
        <FindBox />
        <PersonMenu />
      </header>
      <TimeBar />
      <ResourceMenu />
      <main ref={content} tabIndex={-1} key={pageOf(pathname)} aria-busy={isWaiting} data-waiting={isWaiting}>
        <ErrorBoundary FallbackComponent={Stopped} resetKeys={[pathname]}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** A row has one page: what is open in it stays when another part of it is shown. */
function pageOf(pathname: string): string {
  return pathname.split('/').slice(0, 4).join('/');
}

import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, memoryStore } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { ProblemError } from '../contract/typescript/client/problem.ts';
import { createApi } from './api/api.ts';
import { createDataProvider } from './api/data_provider.ts';
import { HomePage } from './browse/home_page.tsx';
import { ListPage } from './browse/list_page.tsx';
import { Layout } from './layout/layout.tsx';
import { SignedIn } from './layout/signed_in.tsx';
import { Loading } from './parts/loading.tsx';
import { NotFound } from './parts/not_found.tsx';
import { Stopped } from './parts/stopped.tsx';
import { createAuthProvider } from './sign_in/auth_provider.ts';
import { SignInPage } from './sign_in/sign_in_page.tsx';
import { SignedInPage } from './sign_in/signed_in_page.tsx';
import { here, keeper, provider } from './sign_in/this_page.ts';
import { messages } from './words/words.ts';

const FindPage = lazy(() => import('./browse/find_page.tsx'));
const RowPage = lazy(() => import('./row/row_page.tsx'));

/** The whole application: its addresses, and what each shows. */
export function Studio() {
  return (
    <BrowserRouter basename="/studio">
      <CoreAdminContext
        dataProvider={dataProvider}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
      >
        <ErrorBoundary FallbackComponent={Stopped}>
          <Suspense fallback={<Loading />}>
            <Routes>
              <Route path="/sign-in" element={<SignInPage />} />
              <Route path="/signed-in" element={<SignedInPage />} />
              <Route
                element={
                  <SignedIn api={api}>
                    <Layout />
                  </SignedIn>
                }
              >
                <Route index element={<HomePage />} />
                <Route path="/find" element={<FindPage />} />
                <Route path="/browse/:resource" element={<ListPage />} />
                <Route path="/browse/:resource/:id/*" element={<RowPage />} />
                <Route path="*" element={<NotFound />} />
              </Route>
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </CoreAdminContext>
    </BrowserRouter>
  );
}

const api = createApi(keeper);
const dataProvider = createDataProvider(api);
const authProvider = createAuthProvider({ api, keeper, provider, here });
const i18nProvider = polyglot(() => messages, 'en');
// Nothing that Studio knows of somebody outlives the page.
const store = memoryStore();
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the service refuses, it refuses again; only a service that is away may come back.
      retry: (failures, error) => failures < 2 && !(error instanceof ProblemError && error.status < 500),
      // A page has one address apart from its query: what it showed stays, dimmed, until the service has answered.
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      staleTime: 5_000,
    },
  },
});

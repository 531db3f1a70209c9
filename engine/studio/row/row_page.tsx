import { lazy, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import type { Resource } from '../model/model.ts';
import { useResource } from '../model/use_model.ts';
import { Loading } from '../parts/loading.tsx';
import { NotFound } from '../parts/not_found.tsx';
import { useWords } from '../words/use_words.ts';
import { DetailsTab } from './details/details_tab.tsx';
import { RowHead } from './row_head.tsx';
import { RowTabs } from './row_tabs.tsx';
import { useRow } from './use_row.ts';

const AccessTab = lazy(() => import('./access/access_tab.tsx'));
const EventsTab = lazy(() => import('./events/events_tab.tsx'));
const HistoryTab = lazy(() => import('./history/history_tab.tsx'));
const NoticesTab = lazy(() => import('./events/notices_tab.tsx'));
const RelatedTab = lazy(() => import('./related/related_tab.tsx'));
const LanesTab = lazy(() => import('../time/lanes/lanes_tab.tsx'));
const MapTab = lazy(() => import('../time/map/map_tab.tsx'));

/** One row: its fields, its relations, its history and its time. */
export default function RowPage() {
  const words = useWords();
  const { resource: name = '', id = '' } = useParams();
  const resource = useResource(name);
  if (resource === undefined) return <p>{words('common.noResource', { name })}</p>;
  return <RowOf key={`${name}/${id}`} resource={resource} id={id} />;
}

function RowOf({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const view = useRow(resource, id);
  return (
    <article className="row-page">
      <RowHead {...view} />
      <RowTabs {...view} />
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route index element={<DetailsTab {...view} />} />
          <Route path="related/:alias" element={<RelatedTab {...view} />} />
          <Route path="history" element={<HistoryTab {...view} />} />
          <Route path="events" element={<EventsTab {...view} />} />
          <Route path="access" element={<AccessTab {...view} />} />
          <Route path="notices" element={<NoticesTab {...view} />} />
          <Route path="time" element={<LanesTab {...view} />} />
          <Route path="time/:alias" element={<MapTab {...view} />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </article>
  );
}

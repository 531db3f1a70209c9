import type { Model } from '../../model/model.ts';
import { type Work, written } from '../../worker/feature.ts';
import { startNotices } from './compute.ts';
import { noticeResource } from './resource.ts';
import { noticesDue } from './turn.ts';

/** Keeps the notices what the rules say. */
export function noticeWorks(model: Model): readonly Work[] {
  if (model.service.events === null || !model.resources.has(noticeResource)) return [];
  return [
    {
      name: 'notices',
      queue: 'notice_change',
      due: ['notice_change.waiting is not null', ...noticesDue(model)].join('\n    or '),
      heeds: [written],
      start: ({ database, failed }) => startNotices(database, failed),
    },
  ];
}

import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { feeds } from '../app.ts';

export const feedsServer = serve(
  feeds,
  {},
  { history: { tables: { feed: { title: ['kind'], silent: ['createdBy', 'subjectType', 'subjectId'] } } } },
);

import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { groups } from '../app.ts';

export const groupsServer = serve(
  groups,
  {},
  { history: { tables: { record_group: { silent: ['appId', 'subjectType'] } } } },
);

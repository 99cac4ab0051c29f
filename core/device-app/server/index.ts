import { serve } from '#platform/server/serve.ts';
import { deviceAppSlice } from '../app.ts';
import { startDueChecks } from './due-checks.ts';
import { gettingStartedHandlers } from './getting-started.ts';
import { overviewHandlers } from './overview.ts';

export const deviceAppServer = serve(
  deviceAppSlice,
  { gettingStarted: gettingStartedHandlers, overview: overviewHandlers },
  { start: startDueChecks },
);

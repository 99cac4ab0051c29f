import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { depot } from './app.ts';

export const depotServer = serve(depot, {
  ...deviceAppHandlers(depot),
  deviceHistory: deviceHistoryHandlers('depot'),
});

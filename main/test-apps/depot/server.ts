import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { fittingHandlers } from '#core/fittings/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { depot } from './app.ts';
import { rackGroupHandlers, rackHandlers } from './rack-handlers.ts';

export const depotServer = serve(depot, {
  ...deviceAppHandlers(depot),
  deviceHistory: deviceHistoryHandlers('depot'),
  rack: rackHandlers,
  rackGroup: rackGroupHandlers,
  fitting: fittingHandlers('depot'),
});

import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { mountedLayoutHandlers } from '#core/layouts/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';

export const sparkingServer = serve(sparking, {
  ...deviceAppHandlers(sparking),
  deviceHistory: deviceHistoryHandlers('sparking'),
  layout: mountedLayoutHandlers,
});

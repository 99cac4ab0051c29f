import { worstOfDevices } from '#core/alarms/server/api.ts';
import { deviceAppDemo, deviceAppHandlers } from '#core/device-app/server/api.ts';
import { trackingHandlers } from '#core/tracking/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { metrowatch } from '../app.ts';
import { demo } from './demo.ts';

export const metrowatchServer = serve(
  metrowatch,
  { ...deviceAppHandlers(demo.app), tracking: trackingHandlers('metrowatch', worstOfDevices) },
  deviceAppDemo(demo),
);

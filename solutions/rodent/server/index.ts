import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { rodent } from '../app.ts';
import { moveTraps } from './moved-traps.ts';
import { starters } from './starters.ts';
import './tables.ts';

export const rodentServer = serve(
  rodent,
  {
    ...deviceAppHandlers(rodent, starters),
    deviceHistory: deviceHistoryHandlers('rodent'),
  },
  { listeners: { inTransaction: { 'devices.moved': moveTraps } } },
);

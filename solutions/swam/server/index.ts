import { commandHandlers } from '#core/commands/server/api.ts';
import { deviceAppDemo, deviceAppHandlers, portfolioHandlers } from '#core/device-app/server/api.ts';
import { deviceRequestsDemo } from '#core/device-requests/server/api.ts';
import {
  compareHandlers,
  consumptionHandlers,
  meteringDemo,
  meteringHandlers,
  monthOfSites,
} from '#core/metering/server/api.ts';
import { ordersDemo } from '#core/orders/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { swam } from '../app.ts';
import { controlUnit } from '../common/commands.ts';
import { demo } from './demo.ts';
import { demoGoods, demoStock } from './demo-orders.ts';
import { insightHandlers } from './insights.ts';
import { startJobs } from './jobs.ts';
import { settingHandlers } from './settings.ts';
import { starters } from './starters.ts';
import './tables.ts';

const devices = deviceAppDemo(demo);

export const swamServer = serve(
  swam,
  {
    ...deviceAppHandlers(demo.app, starters),
    ...meteringHandlers(demo.app),
    insight: insightHandlers,
    setting: settingHandlers,
    controlUnit: commandHandlers(demo.app, controlUnit),
    analysis: {
      ...portfolioHandlers(demo.app, monthOfSites(demo.app)),
      ...compareHandlers(demo.app),
      ...consumptionHandlers(demo.app),
    },
  },
  {
    ...devices,
    start: startJobs,
    async demo(kit) {
      await devices.demo?.(kit);
      await meteringDemo(kit, demo.app);
      // The orders belong to the history of the demo, like its readings.
      if (kit.settings.demoHistoryDays !== 0) await ordersDemo(kit, demoGoods);
      if (kit.settings.demoHistoryDays !== 0) await deviceRequestsDemo(kit, demoStock);
    },
  },
);

import './tables.ts';
import { shownApps } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { devices } from '../app.ts';
import { constants } from '../common/meta.ts';
import { startCommandExpiry } from './commands.ts';
import { demo } from './demo.ts';
import { updateHardware } from './directory.ts';
import { gatewayHandlers } from './gateways.ts';
import { deviceTopics } from './live-topics.ts';

export const devicesServer = serve(
  devices,
  {
    meta: {
      read: async ({ kit }) => ({
        ...constants,
        apps: shownApps(kit)
          .filter((app) => app.kind === 'solution')
          .map(({ id, brand, web, api, solutions = [] }) => ({ id, brand, web, api, solutions: [...solutions] })),
      }),
    },
    loraGateway: gatewayHandlers,
  },
  {
    reference: updateHardware,
    topics: deviceTopics,
    demo,
    start: async (kit) => (kit.roles.has('worker') ? startCommandExpiry(kit) : undefined),
  },
);

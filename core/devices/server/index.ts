import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { devices } from '../app.ts';
import { constants } from '../common/meta.ts';
import { startCommandExpiry } from './commands.ts';
import { demo } from './demo.ts';
import { updateHardware } from './directory.ts';
import { streamEvents } from './events.ts';
import { gatewayHandlers } from './gateways.ts';

export const devicesServer = serve(
  devices,
  {
    meta: {
      read: async ({ kit }) => ({
        ...constants,
        apps: kit.apps
          .filter((app) => app.kind === 'solution')
          .map(({ id, brand, web, api, solutions = [] }) => ({ id, brand, web, api, solutions: [...solutions] })),
      }),
    },
    loraGateway: gatewayHandlers,
    events: {
      stream: (context) => streamEvents(context, context.query.topics.split(',').filter(Boolean)),
    },
  },
  {
    reference: updateHardware,
    demo,
    start: async (kit) => (kit.roles.has('worker') ? startCommandExpiry(kit) : undefined),
  },
);

import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { devices } from '../app.ts';
import { startCommandExpiry } from './commands.ts';
import { updateHardware } from './directory.ts';
import { streamEvents } from './events.ts';

export const devicesServer = serve(
  devices,
  {
    events: {
      stream: ({ kit, actor, query, request, reply }) =>
        streamEvents(kit, actor, query.topics.split(',').filter(Boolean), request, reply),
    },
  },
  {
    reference: updateHardware,
    start: async (kit) => (kit.roles.has('worker') ? startCommandExpiry(kit) : undefined),
  },
);

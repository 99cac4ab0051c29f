import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { serve } from '#platform/server/serve.ts';
import { deviceRequests } from '../app.ts';
import { endRequests } from './ended-contracts.ts';
import { requestTopics } from './live-topics.ts';
import { deviceRequestHandlers } from './requests.ts';
import './tables.ts';

export const deviceRequestsServer = serve(
  deviceRequests,
  { deviceRequest: deviceRequestHandlers },
  {
    topics: requestTopics,
    listeners: { inTransaction: { 'contract.changed': endRequests } },
    start: async (kit) => {
      // A contract that ends by its date emits nothing.
      if (kit.roles.has('worker'))
        await kit.jobs.schedule('device-requests.ended', '41 * * * *', () =>
          emittingAsSystem(kit, kit.db, (context) => endRequests(context)),
        );
      return undefined;
    },
  },
);

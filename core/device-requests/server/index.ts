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
    listeners: { inTransaction: { 'contract.changed': endRequests, 'contract.ended': endRequests } },
  },
);

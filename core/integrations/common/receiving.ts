import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { maxBodyBytes } from './connector.ts';

const received = z.object({ accepted: z.number(), duplicates: z.number(), refused: z.number() });
export type ReceivedMessage = z.infer<typeof received>;
const signed = { public: 'the secret of the connector is the credential' } as const;
const keyParam = z.object({ key: z.string().max(64) });
/**
 * Answered after the commit, also for messages that become dead letters: an error would make the sender drop or repeat
 * them.
 */
const receiving = {
  access: signed,
  params: keyParam,
  reply: received,
  status: 200,
  ownTransactions: true,
  bodyLimit: maxBodyBytes,
} as const;

/** What the receiver of a command reports about it. */
const commandReport = z.object({ state: z.enum(['sent', 'delivered', 'failed']) });
export type CommandReport = z.infer<typeof commandReport>;

export const receiveRoutes = {
  report: route.post('/v1/connect/{key}/command/{callId}', {
    access: signed,
    params: z.object({ key: z.string().max(64), callId: z.uuid('invalid') }),
    body: commandReport,
    status: 200,
    ownTransactions: true,
  }),
  receive: route.post('/v1/connect/{key}', { ...receiving, unparsed: true }),
  receiveOsmand: route.post('/v1/connect/{key}/osmand', { ...receiving, unparsed: true }),
  receiveOsmandQuery: route.get('/v1/connect/{key}/osmand', receiving),
};

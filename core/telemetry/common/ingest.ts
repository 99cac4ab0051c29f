import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** Why a message becomes a dead letter. The locales have a text for each under `deadLetter.*`. */
const deadLetterReasons = [
  'broken-json',
  'not-an-object',
  'no-values',
  'too-large',
  'bad-time',
  'future-time',
  'too-old',
  'unknown-sensor',
  'not-a-number',
  'not-a-text',
  'out-of-range',
  'foreign-topic',
  'too-deep',
  'bad-key',
  'not-stored',
] as const;

/** Why a value of a message, or the whole message, is refused. */
const fault = z.object({ param: z.string(), msg: z.enum(deadLetterReasons) });
export type Fault = z.infer<typeof fault>;

export const deadLetter = z.object({
  id: z.number(),
  deviceId: z.number(),
  companyId: z.number(),
  topic: z.string(),
  /** The first 4 kB as text. */
  payload: z.string(),
  size: z.number(),
  reasons: z.array(fault),
  receivedAt: z.string(),
  replayedAt: z.string().nullable(),
});

export type DeadLetter = z.infer<typeof deadLetter>;

const foldedDeadLetters = z.object({
  reason: z.string(),
  count: z.number(),
  bytes: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});

export const ingestRoutes = {
  post: route.post('/v1/telemetry', {
    access: { public: 'a device signs in with its own name and secret (Basic)' },
    body: z.unknown(),
    reply: z.object({ stored: z.number() }),
    status: 200,
    raw: true,
    bodyLimit: 64 * 1024,
  }),
};

export const deadLetterRoutes = {
  list: route.list('/telemetry/dead-letter', {
    access: canDo('log.dead-letter', 'read'),
    reply: deadLetter,
    list: { filter: ['deviceId', 'receivedAt'], sort: ['receivedAt', 'id'], defaultSort: ['id', 'desc'] },
  }),
  /** The number of dead letters beyond the limits, of which only counts are stored. */
  folded: route.get('/telemetry/dead-letter/folded', {
    access: canDo('log.dead-letter', 'read'),
    query: z.object({ deviceId: z.coerce.number().int().positive() }),
    reply: z.array(foldedDeadLetters),
  }),
  /** Decodes a dead letter again, with its own or a corrected payload. */
  replay: route.post('/telemetry/dead-letter/{id}/replay', {
    access: canDo('log.dead-letter', 'replay'),
    body: z.object({ payload: z.string().max(65_536, 'tooLong').optional() }),
    reply: z.object({ stored: z.number(), reasons: deadLetter.shape.reasons }),
    status: 200,
  }),
};

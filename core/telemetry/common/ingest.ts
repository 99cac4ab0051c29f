import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** Why a message becomes a dead letter. The locales have a text for each under `deadLetter.*`. */
export const deadLetterReasons = [
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
  'no-fix',
  'foreign-topic',
  'too-deep',
  'bad-key',
  'not-stored',
  'unknown-event',
  'unknown-path',
  'unknown-channel',
  'bad-channel',
  'too-many-channels',
  'bad-event',
  'no-device-id',
  'unknown-device',
  'device-suspended',
  'simulated',
  'unknown-message',
  'codec-missing',
  'codec-failed',
  'codec-limit',
  'codec-suspended',
] as const;

/** Why a value of a message, or the whole message, is refused. */
const fault = z.object({ param: z.string(), msg: z.enum(deadLetterReasons) });
export type Fault = z.infer<typeof fault>;

/** Open until it is replayed or discarded. */
export const deadLetterStates = ['open', 'replayed', 'discarded'] as const;

/** The step at which a message was refused; messages of devices themselves are only decoded. */
export const deadLetterStages = ['identify', 'decode', 'codec', 'map', 'validate', 'time'] as const;

export const deadLetter = z.object({
  id: z.number(),
  /** Null if the message came through a connector and named no known device. */
  deviceId: z.number().nullable(),
  device: z.object({ id: z.number(), name: z.string(), app: z.string(), solutionId: z.number() }).nullable(),
  /** The connector that it came through, by its name at the time, and its identifier of the device. */
  connector: z.object({ id: z.number(), name: z.string() }).nullable(),
  externalId: z.string().nullable(),
  stage: z.enum(deadLetterStages),
  codecVersion: z.number().nullable(),
  companyId: z.number(),
  topic: z.string(),
  /** The first 4 kB as text. */
  payload: z.string(),
  size: z.number(),
  reasons: z.array(fault),
  receivedAt: z.string(),
  state: z.enum(deadLetterStates),
});

export type DeadLetter = z.infer<typeof deadLetter>;

const foldedDeadLetters = z.object({
  reason: z.string(),
  count: z.number(),
  bytes: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});

/** Open dead letters of one reason. */
const deadLetterGroup = z.object({ reason: z.string(), count: z.number(), devices: z.number(), lastAt: z.string() });

/** How many dead letters of a reason are replayed together. */
export const mostTogether = 1000;
const groupedDeadLetter = deadLetter.pick({ id: true, device: true, externalId: true, reasons: true });
export type GroupedDeadLetter = z.infer<typeof groupedDeadLetter>;

/** The whole message, up to 256 kB as text. */
const wholeDeadLetter = deadLetter.extend({ whole: z.string() });
const payload = z.object({ payload: z.string().max(262_144, 'tooLong').optional() });
/** The number of accepted points in the message, and the remaining faults. */
const decoded = z.object({ stored: z.number(), reasons: deadLetter.shape.reasons });

const fromDevice = {
  access: { public: 'a device signs in with its own name and secret (Basic)' },
  body: z.unknown(),
  reply: z.object({ stored: z.number() }),
  status: 200,
  raw: true,
  bodyLimit: 64 * 1024,
} as const;
export const ingestRoutes = {
  post: route.post('/v1/telemetry', fromDevice),
  event: route.post('/v1/event', fromDevice),
};

export const deadLetterRoutes = {
  list: route.list('/telemetry/dead-letter', {
    access: canDo('log.dead-letter', 'read'),
    reply: deadLetter,
    list: {
      filter: ['deviceId', 'connectorId', 'reason', 'stage', 'state', 'receivedAt'],
      sort: ['receivedAt', 'id'],
      defaultSort: ['id', 'desc'],
    },
  }),
  /** The dead letters beyond the limits, whose messages are not stored, only counted. */
  folded: route.get('/telemetry/dead-letter/folded', {
    access: canDo('log.dead-letter', 'read'),
    query: z.object({ deviceId: z.coerce.number().int().positive() }),
    reply: z.array(foldedDeadLetters),
  }),
  groups: route.get('/telemetry/dead-letter/groups', {
    access: canDo('log.dead-letter', 'read'),
    reply: z.array(deadLetterGroup),
  }),
  /** The open dead letters of a reason, the oldest first, as many as are replayed together. */
  group: route.get('/telemetry/dead-letter/group', {
    access: canDo('log.dead-letter', 'replay'),
    query: z.object({ reason: z.string().max(100, 'tooLong') }),
    reply: z.array(groupedDeadLetter),
  }),
  get: route.get('/telemetry/dead-letter/{id}', { access: canDo('log.dead-letter', 'read'), reply: wholeDeadLetter }),
  /** Decodes a dead letter with its own or a corrected payload, without storing it. */
  try: route.post('/telemetry/dead-letter/{id}/try', {
    access: canDo('log.dead-letter', 'replay'),
    bodyLimit: 1024 * 1024,
    body: payload,
    reply: decoded,
    status: 200,
  }),
  /** Decodes a dead letter again, with its own or a corrected payload, and stores its points. */
  replay: route.post('/telemetry/dead-letter/{id}/replay', {
    access: canDo('log.dead-letter', 'replay'),
    bodyLimit: 1024 * 1024,
    body: payload,
    reply: decoded,
    status: 200,
  }),
  discard: route.post('/telemetry/dead-letter/{id}/discard', {
    access: canDo('log.dead-letter', 'discard'),
    reply: deadLetter,
    status: 200,
  }),
};

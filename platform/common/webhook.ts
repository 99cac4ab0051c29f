import { z } from 'zod';
import type { Access } from './access.ts';
import { route } from './route.ts';

/** Why no reply came. The locales have a text under `webhooks.faults`. */
export const callFaults = ['timeout', 'refused-address', 'unknown-host', 'certificate', 'unreachable'] as const;
export type CallFault = (typeof callFaults)[number];

/** How many deliveries the log keeps. */
export const keptDeliveries = 100;
/** How long the signature of the previous secret is sent along with that of the new one. */
export const secretOverlapHours = 24;

/** An address that the server calls. Which schemes it calls is a setting of the installation. */
export const calledAddress = (maxLength: number) =>
  z.url({ protocol: /^https?$/, error: 'invalidUrl' }).max(maxLength, 'tooLong');

/** The address that gets a signed POST for each event of a record, as standardwebhooks.com specifies. */
export const webhook = z.object({
  url: z.string(),
  enabled: z.boolean(),
  /** The first failure since the last success. */
  failingSince: z.string().nullable(),
  /** When it was switched off because it had failed for three days. */
  switchedOffAt: z.string().nullable(),
  rotatedAt: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  id: z.uuid(),
  type: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  /** When a waiting one is tried again. */
  nextAttemptAt: z.string(),
  /**
   * The last attempt: when it was made, the HTTP status or why there is none, milliseconds, the beginning of the reply.
   */
  attemptedAt: z.string().nullable(),
  status: z.number().nullable(),
  fault: z.enum(callFaults).nullable(),
  durationMs: z.number().nullable(),
  reply: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** What a message of the type `test` carries: the record of the webhook. */
export const testMessage = z.object({ subject: z.string(), id: z.number() });

export const webhookFields = z.object({
  url: calledAddress(500),
  enabled: z.boolean(),
});

/** The secret is given once, when it is made. */
const withSecret = z.object({ webhook, secret: z.string().nullable() });

/**
 * The webhook of the record that the path names. The migration of its slice calls `SELECT rasid_webhooks('<table>')`.
 */
export function webhookRoutes<Path extends string>(access: Record<'read' | 'update', Access>, path: Path) {
  const one = `${path}/webhook` as const;
  return {
    get: route.get(one, { access: access.read, reply: z.object({ webhook: webhook.nullable() }) }),
    /** Makes it or changes it. */
    save: route.put(one, { access: access.update, body: webhookFields, reply: withSecret }),
    remove: route.delete(one, { access: access.update }),
    rotate: route.post(`${one}/secret` as const, { access: access.update, reply: withSecret, status: 200 }),
    /** Sends an event of the type `test`, also while it is switched off. */
    test: route.post(`${one}/test` as const, {
      access: access.update,
      reply: z.object({ id: z.uuid() }),
      limitPerMinute: 20,
    }),
    /** The newest first. */
    deliveries: route.get(`${one}/delivery` as const, { access: access.read, reply: z.array(webhookDelivery) }),
    /** Sends a delivery again under its id. */
    replay: route.post(`${one}/replay` as const, {
      access: access.update,
      body: z.object({ id: z.uuid('invalid') }),
      limitPerMinute: 60,
    }),
  };
}

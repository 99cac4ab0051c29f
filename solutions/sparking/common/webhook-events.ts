import { z } from 'zod';
import type { WebhookEvent } from '#core/notifications/common/manifest.ts';
import { qualities } from '#core/states/common/state-interval.ts';
import { correctionCauses } from './counter.ts';

const named = z.object({ id: z.number(), name: z.string() });
const slot = z.object({ id: z.number(), number: z.string() });
const state = z.enum(['free', 'occupied', 'unknown']);
const fill = z.enum(['open', 'almost-full', 'full']);
/** The person who did it. */
const by = z.union([named, z.literal('system')]);
const filled = z.object({
  group: named,
  fill,
  before: fill,
  free: z.number(),
  occupied: z.number(),
  unknown: z.number(),
});

/** What webhooks may be notified of. */
export const webhookEvents = {
  'slot.changed': {
    entity: 'slot',
    data: z.object({
      slot,
      group: named.nullable(),
      before: state,
      state,
      since: z.string().nullable(),
      quality: z.enum(qualities).nullable(),
      by,
    }),
  },
  'stay.ended': {
    entity: 'slot',
    data: z.object({
      slot,
      from: z.string(),
      to: z.string(),
      quality: z.enum(qualities),
      endQuality: z.enum(qualities).nullable(),
      /** False: shorter than the car park counts as a stay. */
      counted: z.boolean(),
      chargedSeconds: z.number(),
    }),
  },
  'group.filled': { entity: 'group', data: filled },
  'group.freed': { entity: 'group', data: filled },
  'count.corrected': {
    entity: 'group',
    data: z.object({
      group: named,
      before: z.number(),
      after: z.number(),
      cause: z.enum(correctionCauses),
      reason: z.string().nullable(),
      by,
    }),
  },
} satisfies Record<string, WebhookEvent>;

export type WebhookEventName = keyof typeof webhookEvents;
export type WebhookEventData<Name extends WebhookEventName> = z.infer<(typeof webhookEvents)[Name]['data']>;

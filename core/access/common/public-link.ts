import { z } from 'zod';

const openingStates = ['sending', 'opening', 'opened', 'failed', 'unknown'] as const;
export const opening = z.object({
  id: z.number(),
  state: z.enum(openingStates),
  at: z.string(),
  /** The order was sent, so it counts as a use whatever its outcome. */
  counted: z.boolean(),
});
export type Opening = z.infer<typeof opening>;
export const linkStates = ['not-yet', 'ready', 'opening', 'used', 'expired', 'revoked', 'blocked'] as const;
export const publicLink = z.object({
  state: z.enum(linkStates),
  from: z.string(),
  to: z.string().nullable(),
  usesLeft: z.number().nullable(),
  lock: z.object({ name: z.string(), online: z.boolean() }),
  company: z.object({ name: z.string(), logo: z.string().nullable() }),
  needsPin: z.boolean(),
  /** It opens only within a geofence, so the page asks for the position of the phone. */
  needsPosition: z.boolean(),
  serverTime: z.string(),
  /** The newest opening of the link. */
  opening: opening.nullable(),
});
export type PublicLink = z.infer<typeof publicLink>;

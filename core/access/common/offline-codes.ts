import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant, textOfLength } from '#platform/common/validation/validation.ts';
import { grantWithSecrets } from './grant.ts';

export const offlineTypes = ['once', 'timed'] as const;
export type OfflineType = (typeof offlineTypes)[number];
type Window = { from: number; to: number };

/**
 * Codes that a lock without any network computes itself, from a secret that it shares with the platform and the meaning
 * of the code. Such a code cannot be revoked.
 */
export type OfflineCodes = {
  types: readonly OfflineType[];
  digits: number;
  /**
   * The smallest window that a lock supports and that contains the requested one; null if it is too long. In ms since
   * 1970.
   */
  round(window: Window): (Window & { length: number }) | null;
  /** How many codes of the same type and window there are. */
  max: number;
  /** A code that was not used by then no longer opens. */
  activationHours: number;
  revocable: false;
};

const hourMs = 3_600_000;
const dayHours = 24;
const mostHours = 672;
const mostDays = 367;

/** The codes of the virtual locks. */
export const offlineCodes: OfflineCodes = {
  types: offlineTypes,
  digits: 9,
  round({ from, to }) {
    const start = Math.floor(from / hourMs) * hourMs;
    const hours = Math.max(1, Math.ceil((to - start) / hourMs));
    if (hours <= mostHours) return { from: start, to: start + hours * hourMs, length: hours };
    // Longer ones last for whole days: they end at the time of day at which they begin.
    const days = Math.ceil(hours / dayHours);
    return days <= mostDays ? { from: start, to: start + days * dayHours * hourMs, length: days * dayHours } : null;
  },
  max: 3,
  activationHours: 24,
  revocable: false,
};

/**
 * The input from which a lock and the platform compute the code: `n` distinguishes codes of the same type and window.
 */
export const offlineMessage = (type: OfflineType, { from, length }: { from: number; length: number }, n: number) =>
  [type, from / hourMs, length, n].join(' ');

export const newOfflineCode = z.object({
  type: z.enum(offlineTypes),
  from: instant(),
  to: instant(),
  note: textOfLength({ max: 300 }).optional(),
  /** The person has confirmed that the code cannot be revoked. */
  understood: z.literal(true, 'Required'),
});

export const offlineRoutes = (app: string) => ({
  /** A code for a lock that may never connect. Returns the rounded window. */
  create: route.post('/device/{id}/offline-code', {
    access: canDo(`${app}.access`, 'create'),
    body: newOfflineCode,
    reply: grantWithSecrets,
    idempotent: true,
  }),
});

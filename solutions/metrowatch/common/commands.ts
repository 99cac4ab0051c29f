import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';

const trackers = [14, 15, 16];

/** Commands of trackers. A sleeping tracker takes them when it wakes. Source: swam-metrowatch.md §14. */
export const commands = {
  /** Confirmed by any newer reading: the tracker reports at once. */
  locate: {
    params: z.strictObject({}),
    solutions: trackers,
    absent: 'hold',
    expires: { default: 7200, max: 86_400 },
    confirmed: { within: 120 },
  },
  findMe: {
    params: z.strictObject({ seconds: z.number().int().min(5).max(60) }),
    fields: { seconds: { kind: 'number', unit: 's', min: 5, max: 60, default: 20 } },
    solutions: trackers,
    absent: 'hold',
    expires: { default: 7200, max: 86_400 },
  },
  clearSos: {
    params: z.strictObject({}),
    solutions: [16],
    confirmed: { sensor: 'sos', is: false, within: 60 },
    confirm: true,
  },
} satisfies Record<string, CommandSpec>;

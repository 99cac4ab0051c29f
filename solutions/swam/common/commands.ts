import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';

const controlUnits = [10];

/** The commands of control units. */
export const commands = {
  valve: {
    params: z.strictObject({ position: z.enum(['open', 'closed']) }),
    solutions: controlUnits,
    confirm: true,
  },
  ping: { params: z.strictObject({}) },
} satisfies Readonly<Record<string, CommandSpec>>;

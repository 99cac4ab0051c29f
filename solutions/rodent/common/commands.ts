import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';

const daySeconds = 86_400;

/** The commands of traps. They sleep and take a command with their next message. */
export const commands = {
  /** The trap blinks and beeps, so that a technician finds it. */
  identify: {
    params: z.strictObject({ seconds: z.number().int().min(5).max(60) }),
    fields: { seconds: { kind: 'number', unit: 's', min: 5, max: 60, default: 20 } },
    absent: 'hold',
    expires: { default: daySeconds, max: 7 * daySeconds },
  },
} satisfies Record<string, CommandSpec>;

import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';

const daySeconds = 86_400;
/** Sensors in the ground sleep, and take a command after their next message. */
const held = { absent: 'hold', expires: { default: daySeconds, max: 7 * daySeconds } } as const;
const sensors = [2301, 2302];
/** No command of the Bosch sensor is documented in public that we could test, so it is offered none. */
const rebooted = [...sensors, 2303, 2304];

/** The commands of parking sensors and counters. */
export const commands = {
  /** The sensor learns how an empty bay looks, so the bay must be empty. */
  recalibrate: { ...held, params: z.strictObject({}), models: sensors, confirm: true },
  config: {
    ...held,
    ability: 'update',
    models: sensors,
    params: z.strictObject({
      heartbeatMinutes: z.number('enterANumber').int('enterANumber').min(15, 'outOfRange').max(1440, 'outOfRange'),
      confirmSeconds: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(300, 'outOfRange'),
    }),
    fields: {
      heartbeatMinutes: { kind: 'number', unit: 'min', min: 15, max: 1440, default: 1440 },
      confirmSeconds: { kind: 'number', unit: 's', min: 0, max: 300, default: 20 },
    },
  },
  reboot: { ...held, params: z.strictObject({}), models: rebooted, confirm: true },
} satisfies Record<string, CommandSpec>;

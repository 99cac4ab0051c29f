import { z } from 'zod';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { isOneLine } from '#platform/common/text/plain-text.ts';

const daySeconds = 86_400;
const through = ['traccar'];
const maxText = 500;

/** The action on devices that is required to send them a custom text. */
const textAbility = 'command-text';
export const traccarRoles = { [`device.${textAbility}`]: 'Admin' } as const;

/**
 * Commands of devices that are connected to a Traccar server, named as its API names their types. Traccar refuses
 * commands that the protocol of a device does not support. Source: traccar.org, "Commands".
 */
export const traccarCommands = (solutions: readonly number[]) =>
  ({
    positionSingle: {
      params: z.strictObject({}),
      solutions,
      through,
      expires: { default: 7200, max: daySeconds },
      // Confirmed by any newer reading: the device reports immediately.
      confirmed: { within: 600 },
    },
    rebootDevice: { params: z.strictObject({}), solutions, through, confirm: true },
    /** A text in the language of the device. It may do anything that the device can do. */
    custom: {
      params: z.strictObject({
        data: z.string('Required').trim().min(1, 'Required').max(maxText, 'tooLong').refine(isOneLine, 'plainText'),
      }),
      ability: textAbility,
      solutions,
      through,
      confirm: true,
    },
  }) satisfies Record<string, CommandSpec>;

const types = Object.keys(traccarCommands([]));
/** Whether Traccar knows the command by its own name; others are texts that a codec writes. */
export const isTraccarType = (method: string): boolean => types.includes(method);

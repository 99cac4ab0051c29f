import { z } from 'zod';
import { cardNumber, lockCommands } from '#core/access/common/lock-commands.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { traccarCommands } from '#core/integrations/common/traccar-commands.ts';

import { elock, externalTracking, keypads, lockSolutions, withCards, withPassword } from './devices.ts';

/** The first two digits of the error codes of the app. */
export const errors = '03';
/** Trackers of other platforms take what the connector can give them. */
const trackers = [14, 16];
const weekSeconds = 7 * 86_400;

/**
 * Commands of locks and trackers. A sleeping tracker takes them when it wakes, and a sleeping lock must be woken.
 */
export const commands = {
  ...lockCommands({ errors, solutions: lockSolutions, keypads, cards: withCards, passwords: withPassword }),
  ...traccarCommands([externalTracking]),
  /** The cards that open a padlock. */
  setCards: {
    params: z.strictObject({ cards: z.array(cardNumber()).max(50, 'tooMany') }),
    secret: ['cards'],
    models: [elock],
    internal: true,
    absent: 'hold',
    expires: { default: weekSeconds },
    confirmed: { attribute: 'cardsSetAt', within: 600 },
  },
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

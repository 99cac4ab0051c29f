import type { Look, LookColour } from '#core/layouts/common/look.ts';
import type { PlanSlot } from '../../common/plan.ts';

type State = PlanSlot['state'];
/** A letter, a colour and with it a pattern for each state, so that nobody needs to see the colour. */
export const looks: Record<State, { colour: LookColour; letter: string }> = {
  free: { colour: 'green', letter: 'F' },
  occupied: { colour: 'blue', letter: 'X' },
  unknown: { colour: 'amber', letter: '?' },
  'out-of-service': { colour: 'grey', letter: '–' },
};
export const shownStates = Object.keys(looks) as readonly State[];

/**
 * The letter of a bay that is reserved says so, and its colour and pattern still tell whether it is occupied: one that is
 * free is not free for everyone. Two letters would not fit into a bay on a phone.
 */
export function lookOf({ state, reserved }: Pick<PlanSlot, 'state' | 'reserved'>): Look {
  if (!reserved || state === 'out-of-service') return looks[state];
  return { colour: state === 'free' ? 'violet' : looks[state].colour, letter: 'R' };
}

/** The looks of reserved bays in the legend, with the keys of their texts. */
export const reservedLooks = [
  ['reserved', lookOf({ state: 'free', reserved: true })],
  ['reservedOccupied', lookOf({ state: 'occupied', reserved: true })],
] as const;

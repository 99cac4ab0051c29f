import type { Look, LookColour } from '#core/layouts/common/look.ts';
import type { PlanSlot } from '../../common/plan/plan.ts';

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
 * The letter of a bay that is reserved now still says whether a vehicle is there, in a colour and pattern of its own. Only one
 * that is free has another letter: it is not free for everyone. No two looks share both letter and pattern.
 */
const reserved: Record<Exclude<State, 'out-of-service'>, Look> = {
  free: { colour: 'violet', letter: 'R' },
  occupied: { colour: 'teal', letter: 'X' },
  unknown: { colour: 'pink', letter: '?' },
};
export const lookOf = (slot: Pick<PlanSlot, 'state' | 'reserved'>): Look =>
  slot.reserved && slot.state !== 'out-of-service' ? reserved[slot.state] : looks[slot.state];

/** The looks of reserved bays in the legend, with the keys of their texts. */
export const reservedLooks = [
  ['reserved', reserved.free],
  ['reservedOccupied', reserved.occupied],
  ['reservedUnknown', reserved.unknown],
] as const;

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

/** A free bay that is reserved is not free for everyone: it has a colour and pattern of its own. */
export const reservedLook: Look = { colour: 'violet', letter: `${looks.free.letter}R` };

/** A second letter says that a bay is reserved. It says nothing while the bay is out of service. */
export function lookOf({ state, reserved }: Pick<PlanSlot, 'state' | 'reserved'>): Look {
  const { colour, letter } = looks[state];
  if (!reserved || state === 'out-of-service') return looks[state];
  return state === 'free' ? reservedLook : { colour, letter: `${letter}R` };
}

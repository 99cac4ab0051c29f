import type { LookColour } from '#core/layouts/common/look.ts';
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

import type { TrapZone } from '../../common/trap.ts';

export type Severity = 'ok' | 'poor' | 'problem';

/** How grave a catch is in each zone. */
export const catchSeverity = {
  'interior-food': 'problem',
  interior: 'poor',
  exterior: 'ok',
} as const satisfies Record<TrapZone, Severity>;

export const activationSeverity = {
  'interior-food': 'problem',
  interior: 'poor',
  exterior: 'poor',
} as const satisfies Record<TrapZone, Severity>;

import {
  IconCircleDashed,
  IconNavigationFilled,
  IconPlayerPauseFilled,
  IconSquareRoundedFilled,
} from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import type { MovingState } from '../../common/moving.ts';
import classes from './Moving.module.css';
import { stateTones } from './moving-icons.ts';

const icons = {
  moving: IconNavigationFilled,
  idle: IconPlayerPauseFilled,
  stopped: IconSquareRoundedFilled,
  offline: IconCircleDashed,
} as const satisfies Record<MovingState, unknown>;

/** The shape of a state, as on the map. A text next to it says the same. */
export function StateIcon({ state }: { state: MovingState }) {
  const Icon = icons[state];
  return <Icon size={iconSizes.md} className={classes.stateIcon} data-tone={stateTones[state]} aria-hidden />;
}

import type { LocatedDevice } from '../../common/tracking.ts';

/** The states that a list of devices on a map is filtered by. */
export const mapStates = ['all', 'problem', 'moving', 'offline'] as const;
export type MapState = (typeof mapStates)[number];

/** In km/h; slower than this, a device stands. */
export const movingFrom = 5;

type State = Pick<LocatedDevice, 'worst' | 'speed' | 'connection'>;
const conditions: Readonly<Record<MapState, (device: State) => boolean>> = {
  all: () => true,
  problem: ({ worst }) => worst !== null,
  moving: ({ speed }) => speed !== null && speed >= movingFrom,
  offline: ({ connection }) => connection === 'offline',
};

export const matching = (device: State, state: MapState): boolean => conditions[state](device);

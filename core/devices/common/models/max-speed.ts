import type { HardwareModel } from '../manifest.ts';

/** km/h, for models that state none. */
const plausibleSpeed = 300;

/** The highest speed in km/h that positions of a model may imply; null if the model reports no positions. */
export const maxSpeedOf = ({ positions }: Pick<HardwareModel, 'positions'>): number | null =>
  positions ? (positions.maxSpeed ?? plausibleSpeed) : null;

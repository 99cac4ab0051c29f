import type { SlotSums } from './analysis.ts';

type Parts = Pick<SlotSums, 'open' | 'occupied' | 'unknown'>;

/** The share of the known time in which bays were occupied, from 0 to 1; null if nothing is known. */
export const occupiedShare = ({ open, occupied, unknown }: Parts): number | null =>
  open > unknown ? occupied / (open - unknown) : null;

/** The share of the open time that is known, from 0 to 1; null if it was never open. */
export const knownShare = ({ open, unknown }: Pick<Parts, 'open' | 'unknown'>): number | null =>
  open > 0 ? (open - unknown) / open : null;

/** How long stays lasted on average, in seconds; null if none has ended. */
export const meanStay = ({ ended, endedSeconds }: Pick<SlotSums, 'ended' | 'endedSeconds'>): number | null =>
  ended > 0 ? endedSeconds / ended : null;

/** A share of what is known in whole percent. Rounded down, so that 100 means all of it. */
export const wholePercent = (share: number): number =>
  share < 1 ? Math.min(99, Math.floor(Number((100 * share).toFixed(6)))) : 100;

/** The flow of slots of 15 minutes, in L/min; null for a slot without readings. */
export type FlowSlots = readonly (number | null)[];

/** From 02:00 to 04:00 local time. */
export const nightFlowHours = { from: 2, to: 4 } as const;
export const slotMinutes = 15;
/** The nights with which a night is compared. */
export const comparedNights = 14;
/** The legitimate use of a dwelling in a night, in L/h. */
export const dwellingUse = 1.7;
/** Less than this in L/min does not count as flow. */
const noFlow = 0.5;

/** The minimum night flow (MNF) in L/min: the lowest mean of 15 minutes; null for a night without readings. */
export function minimumNightFlow(slots: FlowSlots): number | null {
  const known = slots.filter((flow) => flow !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The estimate of the leak in L/h: the night flow minus the use by people, never negative. */
export const leakEstimate = (nightFlow: number, legitimateUse: number): number =>
  Math.max(0, nightFlow * 60 - legitimateUse);

/** What a leak in L/h wastes in a year, in m³. */
export const lossPerYear = (leak: number): number => (leak * 24 * 365) / 1000;

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** A night is unusual above twice the median of the nights before and above the legitimate use in L/h. */
export function isUnusualNight(nightFlow: number, before: readonly number[], legitimateUse: number): boolean {
  const median = medianOf(before);
  return median !== null && nightFlow > 2 * median && nightFlow * 60 > legitimateUse;
}

export type NightConclusion = 'unusual' | 'continuous' | 'steady' | 'quiet';
type NightFindings = { unusual: boolean; continuous: boolean | null; leak: number | null };

/** The result of a night, the worst first. `steady`: as much as in other nights, but more than people use. */
export function nightConclusions({ unusual, continuous, leak }: NightFindings): NightConclusion[] {
  const found: NightConclusion[] = [
    ...(unusual ? ['unusual' as const] : []),
    ...(continuous ? ['continuous' as const] : []),
  ];
  return found.length > 0 ? found : [(leak ?? 0) > 0 ? 'steady' : 'quiet'];
}

const slotsOfDay = (24 * 60) / slotMinutes;
/** The share of the slots that must be known. */
const leastKnown = 0.9;

/** Water flows continuously: no slot of the last 24 hours is without flow. Null while too few slots are known. */
export function isContinuous(slots: FlowSlots): boolean | null {
  const known = slots.slice(-slotsOfDay).filter((flow) => flow !== null);
  if (known.some((flow) => flow <= noFlow)) return false;
  return known.length < slotsOfDay * leastKnown ? null : true;
}

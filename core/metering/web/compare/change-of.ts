import type { MeterUsage } from '../../common/consumption.ts';

/** The change against the period before, in whole percent; null without a value to compare with. */
export const changeOfUsage = (compared: MeterUsage['compared']): number | null =>
  // Without the sign of a rounded zero.
  compared && compared.before > 0 ? Math.round((compared.amount / compared.before - 1) * 100) || 0 : null;

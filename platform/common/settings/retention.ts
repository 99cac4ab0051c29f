/**
 * For how many days records are kept. A company chooses a number between `min` and `max`; if both are the same, the
 * product has decided.
 */
export type RetentionDays = { min: number; default: number; max: number };

/** The most characters of the law or contract by which a company keeps records that long. */
export const maxLegalBasis = 1000;

/** What arrives late may arrive in parts: alarms and sums wait for the rest of it. */
export const settleMs = 600_000;
/** How far back the changes of a bay are read that make it waver. */
export const waverMs = 600_000;
/** Sums are kept by quarters of an hour, which fit every time zone. */
export const quarterMs = 900_000;
/** After three reports that did not come, nothing is known of what a counter counts. */
export const counterSilenceMs = 3 * quarterMs;

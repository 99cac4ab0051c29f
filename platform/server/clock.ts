let set: Date | null = null;

/** The present instant; SQL has the same as `rasid_now()`. */
export const present = (): Date => set ?? new Date();
/** The instant set for transactions. */
export const setInstant = (): Date | null => set;

/**
 * Sets the instant of all transactions of this process; null for the real one. Only for demo data, which is made before
 * anybody is served.
 */
export const setClock = (instant: Date | null): void => {
  set = instant;
};

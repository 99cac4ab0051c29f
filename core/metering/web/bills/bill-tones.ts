/** The colours of the states of a bill. */
export const billTones = { running: 'none', draft: 'ok', issued: 'good', corrected: 'none' } as const;

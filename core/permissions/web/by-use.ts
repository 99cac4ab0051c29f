const commonActions = ['read', 'create', 'update', 'delete'];
const rank = (action: string) =>
  commonActions.includes(action) ? commonActions.indexOf(action) : commonActions.length;

/** Seeing comes first, then the ordinary changes, then what is special. */
export const byUse = (one: string, other: string): number => rank(one) - rank(other);

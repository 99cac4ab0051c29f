const commonActions = ['read', 'create', 'update', 'delete'];
const rank = (action: string) =>
  commonActions.includes(action) ? commonActions.indexOf(action) : commonActions.length;

/** Reading first, then the ordinary changes, then special actions. */
export const byUse = (one: string, other: string): number => rank(one) - rank(other);

const usual = ['read', 'create', 'update', 'delete'];
const rank = (action: string) => (usual.includes(action) ? usual.indexOf(action) : usual.length);

/** Seeing comes first, then the ordinary changes, then what is special. */
export const byUse = (one: string, other: string): number => rank(one) - rank(other);

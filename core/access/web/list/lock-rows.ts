/** What locks add to the list of devices of their app: `lists` of its shell parts. */
export const lockRows = () => import('./LockRows.tsx');

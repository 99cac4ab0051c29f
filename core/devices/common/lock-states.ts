/** What a lock says of itself. */
export const lockStates = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const;

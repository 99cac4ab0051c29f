/** The states that a lock reports. */
export const lockStates = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const;

/** How an incident was verified before the police was called. */
export const verifications = ['phone', 'video', 'sequential'] as const;

/** How far the police is with an incident. */
export const policeSteps = ['none', 'requested', 'accepted', 'dispatched', 'on-scene', 'closed', 'withdrawn'] as const;
export type PoliceStep = (typeof policeSteps)[number];

/** Incidents up to this rank go to the police without having been verified. */
export const unverifiedRank = 2;
/** A company that hands an incident back says why in at least so many characters. */
export const handBackLength = 10;

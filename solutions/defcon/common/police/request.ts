/** How an incident was verified before the police was called. */
export const verifications = ['phone', 'video', 'sequential'] as const;
export type Verification = (typeof verifications)[number];

/** How far the police is with an incident. */
export const policeSteps = ['none', 'requested', 'accepted', 'dispatched', 'on-scene', 'closed', 'withdrawn'] as const;
export type PoliceStep = (typeof policeSteps)[number];

/** A station that has not accepted an incident within this time gives it back to its headquarters. */
export const acceptSeconds = 120;
/** The police reads the dossier of an incident until so many days after it was closed. */
export const dossierDays = 90;
/** Incidents up to this rank go to the police without having been verified. */
export const unverifiedRank = 2;
/** A company that hands an incident back says why in at least so many characters. */
export const handBackLength = 10;

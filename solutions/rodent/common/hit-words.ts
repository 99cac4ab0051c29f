export const hitKinds = ['activation', 'activity'] as const;
export type HitKind = (typeof hitKinds)[number];
export const hitVerdicts = ['unverified', 'catch', 'false', 'service', 'activity'] as const;
export type HitVerdictWord = (typeof hitVerdicts)[number];
export const hitSpecies = ['house-mouse', 'norway-rat', 'roof-rat', 'shrew', 'insect', 'other', 'unknown'] as const;
/** Why a trap went off without a catch. */
export const hitCauses = ['vibration', 'door', 'cleaning', 'forklift', 'insect', 'weather', 'self', 'unknown'] as const;
export type HitCause = (typeof hitCauses)[number];

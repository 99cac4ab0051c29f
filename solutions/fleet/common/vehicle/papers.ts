/** The papers of a vehicle that run out. */
export type Papers = {
  registrationExpires: string | null;
  insuranceExpires: string | null;
  permits: readonly { expires: string | null }[];
};

export const paperStates = ['expired', 'soon', 'valid', 'none'] as const;
export type PaperState = (typeof paperStates)[number];
/** Papers that run out within so many days are to be renewed soon. */
export const soonDays = 30;

/** The last day on which all papers are valid; null if none has an end. */
export function papersUntil({ registrationExpires, insuranceExpires, permits }: Papers): string | null {
  const ends = [registrationExpires, insuranceExpires, ...permits.map(({ expires }) => expires)];
  return ends.filter((day) => day !== null).sort()[0] ?? null;
}

/** How papers are that are valid for so many days after today. */
export const paperState = (daysLeft: number): Exclude<PaperState, 'none'> =>
  daysLeft < 0 ? 'expired' : daysLeft < soonDays ? 'soon' : 'valid';

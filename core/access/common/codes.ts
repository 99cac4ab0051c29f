/** Whether every digit differs from the one before by the same step of -1, 0 or 1. */
function isRun(digits: readonly number[]): boolean {
  const steps = new Set(digits.slice(1).map((digit, at) => digit - (digits[at] as number)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] as number);
}

const holdsYear = (code: string) => /(?:19|20)\d\d/.test(code);

/** Whether a code of digits is easy to guess: a run, one digit, a year, or the end of the serial number. */
export const isWeakCode = (code: string, serial = ''): boolean =>
  isRun([...code].map(Number)) || holdsYear(code) || (serial !== '' && serial.endsWith(code));

/** Whether two codes may not be on one lock together. `prefixes`: the lock opens as soon as a code is complete. */
export function codesClash(one: string, other: string, prefixes: boolean): boolean {
  if (one === other) return true;
  if (prefixes && (one.startsWith(other) || other.startsWith(one))) return true;
  if (one.length !== other.length) return false;
  return [...one].filter((digit, at) => digit !== other[at]).length <= 1;
}

/** A tenth of the slots is reserved for single-use codes, and one for the master code; likewise for cards. */
export function freeSlots(slots: number, used: number, mode: string): number {
  const kept = mode === 'onetime' ? 0 : Math.ceil(slots / 10);
  return Math.max(0, slots - 1 - kept - used);
}

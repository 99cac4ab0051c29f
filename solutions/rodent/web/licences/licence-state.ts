import { dayIn } from '#platform/common/time/date-range.ts';
import type { ShownLicence } from '../../common/licence.ts';

const dayMs = 86_400_000;
/** A licence that ends within so many days is to be renewed. */
const soonDays = 30;

export const licenceTones = { valid: 'good', 'ends-soon': 'poor', expired: 'problem', unknown: 'problem' } as const;
export type ShownState = keyof typeof licenceTones;

/** Whether a licence with this last day is valid today by the clocks of a zone. The last day counts. */
export function stateUntil(expiresOn: ShownLicence['expiresOn'] | null, zone: string): ShownState {
  if (expiresOn === null) return 'unknown';
  const left = (Date.parse(expiresOn) - Date.parse(dayIn(zone))) / dayMs;
  if (left < 0) return 'expired';
  return left < soonDays ? 'ends-soon' : 'valid';
}

import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import type { DemoCaller } from '#platform/server/http/demo-caller.ts';
import { reservationRoutes } from '../../common/reservation.ts';
import { reservationHandlers } from '../reservations/reservations.ts';
import { dayOf, startOfDay } from './bay-days.ts';
import type { MadeGroup } from './demo.ts';

/** Bays are not kept for an evening that has almost passed. */
const leastMs = hourMs;

/** The next span between two hours of the day in Dubai that has some of it left, or has yet to begin. */
export function nextSpan(now: number, fromHour: number, untilHour: number): { from: string; until: string } {
  const today = startOfDay(dayOf(now));
  const day = now + leastMs < today + untilHour * hourMs ? today : today + dayMs;
  return { from: instant(day + fromHour * hourMs), until: instant(day + untilHour * hourMs) };
}

const instant = (at: number): string => new Date(at).toISOString();

/** Bays that are kept this evening and tomorrow, and a side of a street that is closed for a race. */
export async function addReservations(call: DemoCaller, groups: readonly MadeGroup[]): Promise<void> {
  const now = Date.now();
  const named = (name: string): MadeGroup => {
    const found = groups.find(({ group }) => group.name === name);
    if (!found) throw new Error(`The demo has no group ${name}.`);
    return found;
  };
  const keep = ({ id, locationId }: MadeGroup, count: number, purpose: string, span: ReturnType<typeof nextSpan>) =>
    call(reservationRoutes.reserve, reservationHandlers.reserve, {
      params: { id: locationId },
      body: { groupId: id, count, purpose, ...span },
    });
  const [first, second, city] = ['Level B1', 'Level B2', 'جهة المدينة'].map(named);
  if (!first || !second || !city) return;
  await keep(first, 5, 'Fashion week guests', nextSpan(now, 18, 23));
  await keep(second, 4, 'Board meeting', nextSpan(startOfDay(dayOf(now) + 1), 9, 13));
  await call(reservationRoutes.close, reservationHandlers.close, {
    params: { id: city.locationId },
    body: { groupId: city.id, purpose: 'سباق الدراجات', until: nextSpan(now, 0, 22).until },
  });
}

import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { dayOf, startOfDay } from './bay-days.ts';
import type { MadeGroup } from './demo.ts';

const quietHour = 4;
const reason = 'عُدّت في الجولة الليلية';
/** What the counters were off by in the nights before, the last one first: some vehicles leave unseen. */
const drifts = [3, 2, 4, 0, 2, 5];
/** What was there in these nights. */
const counted = [6, 4, 7, 5, 4, 8];

/** The times of the last nightly counts, the last one first. */
export function lastNights(now: number): number[] {
  const today = startOfDay(dayOf(now)) + quietHour * hourMs;
  const last = today < now ? today : today - dayMs;
  return drifts.map((_, n) => last - n * dayMs);
}

/**
 * The car park that only counters count is counted by a person each night, because nothing else corrects the counters:
 * what the last nights have corrected, and the figure for the coming one.
 */
export async function addNights(tx: Tx, groups: readonly MadeGroup[], userId: number): Promise<void> {
  const group = groups.find(({ park }) => park.fields.countMode === 'counters');
  if (!group) return;
  const { id, locationId } = group;
  const { companyId } = await tx
    .selectFrom('sparkingGroup')
    .select('companyId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [value = 0] = counted;
  await tx
    .insertInto('sparkingCorrection')
    .values(
      lastNights(Date.now()).flatMap((at, n) => {
        const [drift = 0, after = value] = [drifts[n], counted[n]];
        const line = {
          companyId,
          locationId,
          groupId: id,
          at: new Date(at).toISOString(),
          after,
          before: after + drift,
        };
        return drift === 0 ? [] : [{ ...line, cause: 'quiet-hour' as const, reason, userId }];
      }),
    )
    .execute();
  await tx.insertInto('sparkingGivenCount').values({ id, companyId, value, reason, userId }).execute();
}

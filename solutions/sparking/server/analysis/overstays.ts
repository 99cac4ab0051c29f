import { sql } from 'kysely';
import { clipped, lengthOf } from '#platform/common/time/state-spans.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { SlotUse } from '../../common/counts.ts';
import { overstayAt } from '../alarms/stay-limit.ts';
import type { SlotRule } from '../stays/slot-facts.ts';
import { type Asked, isAsked } from './asked.ts';
import { instantOf, ms } from './bay-spans.ts';

type Long = {
  slotId: number;
  groupId: number;
  locationId: number;
  from: number;
  to: number | null;
  use: SlotUse;
  maxStayMinutes: number | null;
  rules: readonly SlotRule[];
};
/** The seconds of a period in which vehicles stayed longer than they may, in a bay. */
export type Overstay = Pick<Long, 'slotId' | 'groupId' | 'locationId'> & { seconds: number };

/**
 * How long vehicles stayed beyond the limits of bays in a period. Only stays are read that are longer than the shortest limit
 * of their bay; which of its limits was in force decides.
 */
export async function overstays(tx: Tx, asked: Asked, slots: readonly number[] | null = null): Promise<Overstay[]> {
  const { from, to } = asked.period;
  const { rows } = await sql<Long>`
    SELECT y.slot_id, v.group_id, v.location_id, ${ms('y.from_at')} AS "from", ${ms('y.to_at')} AS "to", t.use, t.max_stay_minutes, t.rules
      FROM sparking_slot t
     CROSS JOIN LATERAL (SELECT least(t.max_stay_minutes, (SELECT min((r ->> 'maxStayMinutes')::integer) FROM jsonb_array_elements(t.rules) r)) AS minutes) m
      JOIN sparking_stay y ON y.slot_id = t.id AND y.from_at < ${instantOf(to)} AND (y.to_at IS NULL OR y.to_at > ${instantOf(from)})
       AND coalesce(y.to_at, now()) - y.from_at > m.minutes * interval '1 minute'
      JOIN sparking_slot_version v ON v.slot_id = t.id AND v.from_at <= y.from_at AND (v.to_at IS NULL OR v.to_at > y.from_at) AND ${isAsked(asked)}
     WHERE t.location_id = ANY (${asked.ids}::integer[]) AND m.minutes IS NOT NULL AND (${slots}::integer[] IS NULL OR t.id = ANY (${slots}::integer[])) ORDER BY y.slot_id, y.from_at`.execute(
    tx,
  );
  return [...Map.groupBy(rows, ({ slotId }) => slotId).values()].flatMap((stays) => {
    const [first] = stays;
    if (!first) return [];
    const { slotId, groupId, locationId } = first;
    const beyond = stays.reduce((sum, stay) => {
      const over = overstayAt(stay, stay.from, { times: 1, graceMinutes: 0 });
      const until = stay.to ?? Date.now();
      return over === null || over >= until ? sum : sum + lengthOf(clipped([{ from: over, to: until }], asked.period));
    }, 0);
    return [{ slotId, groupId, locationId, seconds: Math.round(beyond / 1000) }];
  });
}

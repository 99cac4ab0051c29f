import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { SlotUse } from '../../common/counts.ts';
import { isOutOfService } from '../counters/group-tallies.ts';
import { slotSources } from '../locations/slot-sources.ts';

export type SlotRule = {
  schedule: WeekSchedule;
  use?: SlotUse;
  maxStayMinutes?: number | null;
  closed?: boolean;
};
export type Source = { deviceId: number; channel: string };

/** What decides about the stays in a bay and their alarms. */
export type SlotFacts = {
  id: number;
  companyId: number;
  locationId: number;
  groupId: number | null;
  number: string;
  use: SlotUse;
  maxStayMinutes: number | null;
  rules: readonly SlotRule[];
  isOutOfService: boolean;
  /** In ms since 1970. */
  watchedFrom: number | null;
  locationName: string;
  ghostSeconds: number;
  stuckHours: number;
  schedule: WeekSchedule | null;
  /** The most important first. */
  sources: readonly Source[];
  /** Something that watches it has an active token. */
  isActive: boolean;
};

type Slot = Omit<SlotFacts, keyof Place | 'sources' | 'isActive'>;
type Place = Pick<SlotFacts, 'locationName' | 'ghostSeconds' | 'stuckHours' | 'schedule'>;

/** With three statements for all of them: what bays have in common is read once. */
export async function slotFacts(tx: Tx, ids: readonly number[]): Promise<SlotFacts[]> {
  const { rows } = await sql<Slot>`
    SELECT t.id, t.company_id, t.location_id, t.group_id, t.number, t.use, t.max_stay_minutes, t.rules, ${isOutOfService} IS TRUE AS is_out_of_service,
           ${sql.raw(msSql('t.watched_from'))} AS watched_from
      FROM sparking_slot t WHERE t.id = ANY (${ids}::integer[]) AND t.retired_at IS NULL ORDER BY t.id`.execute(tx);
  const places = await placesOf(tx, [...new Set(rows.map(({ locationId }) => locationId))]);
  const sources = await sourcesOf(tx, ids);
  return rows.flatMap((slot) => {
    const place = places.get(slot.locationId);
    const watching = sources.get(slot.id) ?? [];
    return place ? { ...slot, ...place, sources: watching, isActive: watching.some(({ isActive }) => isActive) } : [];
  });
}

async function placesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Place>> {
  const { rows } = await sql<Place & { id: number }>`
    SELECT l.id, l.name AS location_name, l.ghost_seconds, l.stuck_hours, l.schedule
      FROM sparking_location l WHERE l.id = ANY (${ids}::integer[])`.execute(tx);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

async function sourcesOf(tx: Tx, slots: readonly number[]): Promise<Map<number, (Source & { isActive: boolean })[]>> {
  const { rows } = await sql<Source & { spaceId: number; isActive: boolean }>`
    SELECT o.space_id, o.device_id, o.channel, d.is_active FROM ${slotSources} o JOIN ${sql.raw(deviceFacts)} d ON d.id = o.device_id
     WHERE o.space_id = ANY (${slots}::integer[]) ORDER BY o.space_id, o.priority, o.device_id, o.channel`.execute(tx);
  return Map.groupBy(rows, ({ spaceId }) => spaceId);
}

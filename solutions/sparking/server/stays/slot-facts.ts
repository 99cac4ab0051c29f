import { sql } from 'kysely';
import { activeDevices } from '#core/devices/server/api.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
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

export async function slotFacts(tx: Tx, ids: readonly number[]): Promise<SlotFacts[]> {
  const { rows } = await sql<SlotFacts>`
    SELECT t.id, t.company_id, t.location_id, t.group_id, t.number, t.use, t.max_stay_minutes, t.rules, ${isOutOfService} IS TRUE AS is_out_of_service,
           round(extract(epoch FROM t.watched_from) * 1000)::float8 AS watched_from,
           l.name AS location_name, l.ghost_seconds, l.stuck_hours, l.schedule, coalesce(o.sources, '[]') AS sources, coalesce(o.is_active, false) AS is_active
      FROM sparking_slot t JOIN sparking_location l ON l.id = t.location_id
      LEFT JOIN (SELECT space_id, jsonb_agg(jsonb_build_object('deviceId', device_id, 'channel', channel) ORDER BY priority, device_id, channel) AS sources,
                        bool_or(device_id IN ${sql.raw(activeDevices)}) AS is_active
                   FROM ${slotSources} o WHERE space_id = ANY (${ids}::integer[]) GROUP BY space_id) o ON o.space_id = t.id
     WHERE t.id = ANY (${ids}::integer[]) AND t.retired_at IS NULL ORDER BY t.id`.execute(tx);
  return rows;
}

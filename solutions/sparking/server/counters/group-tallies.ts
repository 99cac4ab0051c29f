import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { countModes } from '../../common/location.ts';

/** A group with its bays in service and its counters. */
export type GroupTally = {
  id: number;
  companyId: number;
  locationId: number;
  name: string;
  countMode: (typeof countModes)[number];
  /** Without the bays that are out of service. */
  capacity: number;
  free: number;
  occupied: number;
  unknown: number;
  /** By the counters; null if none has reported. It may be negative or above the capacity. */
  raw: number | null;
  outsideSince: string | null;
};

/** Whether the bay `t` is out of service now. */
export const isOutOfService = sql<boolean>`(t.out_from <= now() AND (t.out_until IS NULL OR t.out_until > now()))`;

/** With one statement for all groups. */
export async function groupTallies(
  tx: Tx,
  by: 'id' | 'location_id',
  ids: readonly number[],
  modes: readonly GroupTally['countMode'][] = ['slots', 'counters', 'both'],
): Promise<GroupTally[]> {
  const inState = (state: string) =>
    sql`(count(t.id) FILTER (WHERE NOT o.out AND coalesce(s.state, 'unknown') = ${state}))::integer`;
  const { rows } = await sql<GroupTally>`
    SELECT g.id, g.company_id, g.location_id, g.name, m.count_mode,
           greatest(coalesce(g.capacity_declared, CASE WHEN NOT EXISTS (SELECT FROM sparking_group x WHERE x.location_id = g.location_id AND x.id <> g.id) THEN l.capacity_declared END,
                             count(t.id)) - count(t.id) FILTER (WHERE o.out), 0)::integer AS capacity,
           ${inState('free')} AS free, ${inState('occupied')} AS occupied, ${inState('unknown')} AS unknown,
           (c.anchor + c.passed_in - c.passed_out)::float8 AS raw, c.outside_since
      FROM sparking_group g JOIN sparking_location l ON l.id = g.location_id
     CROSS JOIN LATERAL (SELECT coalesce(g.count_mode, l.count_mode) AS count_mode) m
      LEFT JOIN sparking_count c ON c.id = g.id
      LEFT JOIN sparking_slot t ON t.group_id = g.id AND t.retired_at IS NULL
      LEFT JOIN LATERAL (SELECT coalesce(${isOutOfService}, false) AS out) o ON true
      LEFT JOIN sparking_slot_state s ON s.id = t.id
     WHERE ${sql.ref(`g.${by}`)} = ANY (${ids}::integer[]) AND m.count_mode = ANY (${modes}::text[])
     GROUP BY g.id, l.id, m.count_mode, c.id ORDER BY g.id`.execute(tx);
  return rows;
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The count that is shown: never negative, and never above the capacity. */
export const shownCount = ({ raw, capacity }: Pick<GroupTally, 'raw' | 'capacity'>): number =>
  within(raw ?? 0, 0, capacity);

export type Places = { free: number; occupied: number; unknown: number };

/** The places of a group. Where only its counters know, they are unknown until a counter has reported. */
export function placesOf(tally: Pick<GroupTally, 'countMode' | 'capacity' | 'raw' | keyof Places>): Places {
  const { countMode, capacity, raw, free, occupied, unknown } = tally;
  if (countMode !== 'counters') return { free, occupied, unknown };
  if (raw === null) return { free: 0, occupied: 0, unknown: capacity };
  const there = shownCount(tally);
  return { free: capacity - there, occupied: there, unknown: 0 };
}

/** The nearest count that does not contradict the bays: one vehicle in each that is occupied, perhaps in unknown ones. */
export const reconciled = ({ raw, occupied, unknown }: Pick<GroupTally, 'raw' | 'occupied' | 'unknown'>): number =>
  within(raw ?? occupied, occupied, occupied + unknown);

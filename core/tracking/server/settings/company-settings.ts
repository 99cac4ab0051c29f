import type { KeptSettings } from '#core/devices/common/models/kept-settings.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';

/** The settings of a company with the time in milliseconds from which each applies, in the order of time. */
export type DatedSettings = readonly { since: number; settings: KeptSettings }[];

/** The settings of a company for a position of this time. Those of its devices' models apply before the first. */
export const settingsAt = (dated: DatedSettings, time: number): KeptSettings =>
  dated.findLast(({ since }) => since <= time)?.settings ?? {};

type Row = { company: number; since: number; settings: KeptSettings };

/** The settings of companies that have some. */
export async function readCompanySettings(
  tx: Tx,
  companies: readonly number[],
): Promise<ReadonlyMap<number, DatedSettings>> {
  const { rows } = await queryText<Row>(tx, {
    name: 'tracking-settings',
    text: `SELECT company_id AS company, extract(epoch FROM since)::float8 * 1000 AS since,
                  jsonb_strip_nulls(jsonb_build_object('stopMetres', stop_metres, 'stopSeconds', stop_seconds, 'gapSeconds', gap_seconds,
                    'leastTripMetres', least_trip_metres, 'leastTripSeconds', least_trip_seconds, 'idleSpeed', idle_speed, 'distanceSource', distance_source)) AS settings
             FROM tracking_setting s WHERE company_id = ANY ($1::integer[]) ORDER BY s.since`,
    values: [`{${companies.join()}}`],
  });
  return Map.groupBy(rows, ({ company }) => company);
}

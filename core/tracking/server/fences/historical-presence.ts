import { sql } from 'kysely';
import { settingsInForce, stopSettings } from '#core/devices/common/models/kept-settings.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import { type Fix, positionSources } from '#core/telemetry/common/position.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { late } from '../../common/fix-quality.ts';
import { maxPositions } from '../../common/tracking.ts';
import { assertMayLook } from '../people/guard.ts';
import { type PlaceChange, placeChangeOf } from '../place-change.ts';
import { readCompanySettings, settingsAt } from '../settings/company-settings.ts';
import { moveAlong, newTrack } from '../track.ts';
import { readFences } from './fence-index.ts';

/** Where a device was in a period. */
export type HistoricalPresence = {
  /** The positions that came in time, the oldest first. */
  fixes: readonly Fix[];
  /** Moves the device to the next of the positions, as when it arrived. */
  walk(fix: Fix): PlaceChange | null;
  /** The times of those positions that show where the device was. */
  shownAt: readonly number[];
};
export const noPlaces: HistoricalPresence = { fixes: [], walk: () => null, shownAt: [] };

type Query = { from: string; to: string; fences: 'all' | readonly number[] };

/**
 * The latest positions of a device in a period, to be evaluated again with the present geofences. Where it was before
 * the period is unknown. Viewing the positions of a person is checked and recorded as elsewhere.
 */
export async function historicalPresence(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>,
  device: CachedDevice,
  { from, to, fences }: Query,
): Promise<HistoricalPresence> {
  const { tx, actor } = context;
  const { maxSpeed } = device;
  if (maxSpeed === null) return noPlaces;
  await assertMayLook(context, device, 'trips', { from: Date.parse(from), to: Date.parse(to) });
  return bypassRls(tx, actor.scope, async () => {
    const fixes = await readFixes(tx, device.id, from, to);
    const index = await readFences(tx, device.companyId, fences);
    const settings = (await readCompanySettings(tx, [device.companyId])).get(device.companyId) ?? [];
    const modelAt = (time: number) => ({
      maxSpeed,
      intervalSeconds: device.reporting.movingSeconds,
      stop: stopSettings(settingsInForce({ ...device.keptSettings, company: settingsAt(settings, time) })),
    });
    const track = newTrack();
    const walk = (fix: Fix) => placeChangeOf(track, moveAlong(track, [fix], modelAt(fix.time), index), index);
    return { fixes, walk, shownAt: fixes.flatMap(({ flags, time }) => (flags === 0 ? time : [])) };
  });
}

type Row = Omit<Fix, 'source'> & { source: number; flags: number };

async function readFixes(tx: Tx, device: number, from: string, to: string) {
  const { rows } = await sql<Row>`
    SELECT round(extract(epoch FROM time) * 1000)::float8 AS time, lat, lng, accuracy, speed, heading, altitude, satellites, source, motion, flags FROM device_position
     WHERE device_id = ${device} AND device_position.time >= ${from}::timestamptz AND device_position.time < ${to}::timestamptz AND flags & ${late} = 0
     ORDER BY device_position.time DESC LIMIT ${maxPositions}`.execute(tx);
  return rows.reverse().map((row) => ({ ...row, source: positionSources[row.source] ?? 'gnss' }));
}

import { sql } from 'kysely';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { type Excursion, excursionsIn } from '#platform/common/measures/excursions.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type ColdRoom, coldRooms, limitsOf } from './rooms.ts';
import { corrected, readSamples } from './samples.ts';

/** How far back a cold room is evaluated for the first time. */
const firstDays = 40;
/** A clock may be ahead by this much. */
const aheadMs = 5 * 60_000;
/** A calibration is announced this many days before it is due. */
const calibrationNotice = 14;

type Found = Excursion & { room: ColdRoom };

/**
 * Evaluates the new samples of all cold rooms, stores their excursions, and updates their alarms, in one transaction.
 * Samples that come hours after newer ones change no excursion.
 */
export const evaluateColdRooms = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const rooms = await coldRooms(tx);
    if (rooms.length === 0) return;
    const now = Date.now();
    const wanted = rooms.map(({ id, from }) => ({
      device: id,
      from: from ?? now - firstDays * dayMs,
      to: now + aheadMs,
    }));
    const samples = await readSamples(tx, kit, wanted);
    const found = rooms.flatMap((room): Found[] =>
      excursionsIn(
        corrected(samples.get(room.id) ?? [], room.calibrations),
        limitsOf(room.setting, room.hardwareId),
      ).map((one) => ({ ...one, room })),
    );
    await dropOthers(tx, wanted, found);
    await keep(tx, found);
    await recordProgress(
      tx,
      rooms.flatMap(({ id }) => {
        const newest = samples.get(id)?.at(-1);
        return newest ? [{ id, at: newest.at }] : [];
      }),
    );
    const ids = rooms.map(({ id }) => id);
    await setDeviceAlarms(
      context,
      { app: 'metrowatch', kind: 'temperature-excursion' },
      ids,
      found.flatMap(({ room, to, severity, peak }) =>
        to === null && severity ? [{ deviceId: room.id, severity, sensor: 'temperature', value: peak }] : [],
      ),
    );
    for (const kind of ['calibration-soon', 'calibration-due'] as const)
      await setDeviceAlarms(
        context,
        { app: 'metrowatch', kind },
        ids,
        rooms.flatMap((room) =>
          calibrationNoticeOf(room) === kind ? [{ deviceId: room.id, severity: calibrationSeverities[kind] }] : [],
        ),
      );
  });

const calibrationSeverities = { 'calibration-soon': 'ok', 'calibration-due': 'poor' } as const;

/** The alarm about the next calibration of a room; null while it is further away. */
function calibrationNoticeOf({ calibrations }: ColdRoom): keyof typeof calibrationSeverities | null {
  const last = calibrations.at(-1);
  if (!last) return null;
  const days = (Date.parse(last.dueOn) - Date.now()) / dayMs;
  if (days > calibrationNotice) return null;
  return days < 0 ? 'calibration-due' : 'calibration-soon';
}

/** Deletes excursions of the evaluated time that the samples no longer have. */
async function dropOthers(
  tx: Tx,
  wanted: readonly { device: number; from: number }[],
  found: readonly Found[],
): Promise<void> {
  await sql`
    DELETE FROM cold_excursion e USING unnest(${wanted.map(({ device }) => device)}::integer[], ${wanted.map(({ from }) => from)}::float8[]) AS n(d, f)
     WHERE e.device_id = n.d AND e.started_at >= to_timestamp(n.f / 1000)
       AND (e.device_id, e.started_at) NOT IN (SELECT d, to_timestamp(t / 1000) FROM unnest(${found.map(({ room }) => room.id)}::integer[], ${found.map(({ from }) => from)}::float8[]) AS k(d, t))`.execute(
    tx,
  );
}

async function keep(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const column = <T>(pick: (one: Found) => T) => found.map(pick);
  await sql`
    INSERT INTO cold_excursion AS e (device_id, company_id, started_at, ended_at, known_until, peak, degree_minutes, severity)
    SELECT d, c, to_timestamp(f / 1000), to_timestamp(t / 1000), to_timestamp(u / 1000), p, m, s
      FROM unnest(${column(({ room }) => room.id)}::integer[], ${column(({ room }) => room.companyId)}::integer[], ${column(({ from }) => from)}::float8[],
                  ${column(({ to }) => to)}::float8[], ${column(({ until }) => until)}::float8[], ${column(({ peak }) => peak)}::float8[],
                  ${column(({ degreeMinutes }) => degreeMinutes)}::float8[], ${column(({ severity }) => severity)}::text[]) AS n(d, c, f, t, u, p, m, s)
    ON CONFLICT (device_id, started_at) DO UPDATE SET ended_at = excluded.ended_at, known_until = excluded.known_until,
      peak = excluded.peak, degree_minutes = excluded.degree_minutes, severity = excluded.severity
     WHERE (e.ended_at, e.known_until, e.peak, e.severity) IS DISTINCT FROM (excluded.ended_at, excluded.known_until, excluded.peak, excluded.severity)`.execute(
    tx,
  );
}

async function recordProgress(tx: Tx, progress: readonly { id: number; at: number }[]): Promise<void> {
  await sql`
    INSERT INTO cold_progress AS p (device_id, judged_until)
    SELECT d, to_timestamp(t / 1000) FROM unnest(${progress.map(({ id }) => id)}::integer[], ${progress.map(({ at }) => at)}::float8[]) AS n(d, t)
    ON CONFLICT (device_id) DO UPDATE SET judged_until = greatest(p.judged_until, excluded.judged_until)`.execute(tx);
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { slotsOfSegments } from '../../common/movement/figures.ts';
import { quarterOf, wholeSecond } from '../../common/movement/slot-times.ts';
import type { Segment } from '../../common/track-segments.ts';
import { movementSubjects } from './fitted-subjects.ts';
import { insertQuarters } from './quarter-rows.ts';
import { cutsOf, type SubjectSpan } from './subjects.ts';

/** Few, so that segments of new positions do not wait for long. */
const devicesAtOnce = 5;
/** More than begin in a quarter of an hour. */
const segmentsAtOnce = 200;

type Row = Pick<Segment, 'kind' | 'metres' | 'topSpeed'> & { device: number; from: number; to: number };
type Next = { device: number; to: number; isDone: boolean };

/**
 * Makes quarters of some segments from before there were any, as far as these show them; quarters that are stored stay.
 * Returns false if none is left.
 */
export async function fillQuarters(tx: Tx): Promise<boolean> {
  const { rows: due } = await sql<{ device: number; from: number | null }>`
    SELECT device_id AS device, CASE WHEN isfinite(filled_from) THEN round(extract(epoch FROM filled_from) * 1000)::float8 END AS "from"
      FROM track_quarter_fill ORDER BY device_id LIMIT ${devicesAtOnce}`.execute(tx);
  if (due.length === 0) return false;
  const segments = await readSegments(tx, due);
  const spans = await movementSubjects(
    tx,
    due.map(({ device, from }) => ({ device, from: from ?? 0 })),
  );
  const filled = due.map(({ device, from }) => filledOf(device, from, segments.get(device) ?? [], spans.get(device)));
  await insertQuarters(
    tx,
    filled.map(({ quarters }) => quarters),
  );
  await proceed(
    tx,
    filled.map(({ next }) => next),
  );
  return true;
}

async function readSegments(tx: Tx, due: readonly { device: number; from: number | null }[]) {
  const { rows } = await sql<Row>`
    SELECT n.d AS device, s.* FROM unnest(${due.map(({ device }) => device)}::integer[], ${due.map(({ from }) => from ?? 0)}::float8[]) AS n(d, t)
      CROSS JOIN LATERAL (
        SELECT kind, metres, top_speed::float8, round(extract(epoch FROM started_at) * 1000)::float8 AS "from", round(extract(epoch FROM ended_at) * 1000)::float8 AS "to"
          FROM track_segment WHERE device_id = n.d AND ended_at > to_timestamp(n.t / 1000) ORDER BY started_at LIMIT ${segmentsAtOnce}) s
     ORDER BY 1, s."from"`.execute(tx);
  return Map.groupBy(rows, ({ device }) => device);
}

/** `from`: until when the quarters of the device are filled; null if none is. */
function filledOf(device: number, from: number | null, rows: readonly Row[], spans: readonly SubjectSpan[] = []) {
  const isDone = rows.length < segmentsAtOnce;
  const [first, last] = [rows[0], rows.at(-1)];
  // The next segments may begin in the quarter of the last one.
  const to = isDone ? wholeSecond(last?.to ?? 0) : quarterOf(last?.from ?? 0);
  const begin = from ?? quarterOf(first?.from ?? 0);
  const place = { lat: 0, lng: 0 };
  const segments = rows.map(({ device: _, from: begins, to: ends, metres, ...row }) => ({
    ...row,
    metres: Math.round(metres),
    from: { time: begins, ...place },
    to: { time: ends, ...place },
    source: 'gps' as const,
    fixes: 0,
    running: false,
    towed: false,
  }));
  const stopFrom = from ?? first?.from ?? begin;
  const slots = slotsOfSegments(segments, { from: begin, to, stopFrom }, cutsOf(spans)).filter(
    ({ at }) => isDone || at < to,
  );
  return { quarters: { device, slots, spans }, next: { device, to, isDone } satisfies Next };
}

/** Devices with further segments go on; the others are done. */
async function proceed(tx: Tx, filled: readonly Next[]): Promise<void> {
  const devices = filled.map(({ device }) => device);
  await sql`UPDATE track_segment s SET driving_s = CASE s.kind WHEN 'trip' THEN floor(extract(epoch FROM s.ended_at)) - floor(extract(epoch FROM s.started_at)) ELSE 0 END
    FROM unnest(${devices}::integer[], ${filled.map(({ to }) => to)}::float8[]) AS n(d, t) WHERE s.device_id = n.d AND s.driving_s IS NULL AND s.ended_at <= to_timestamp(n.t / 1000) + interval '1 second'`.execute(
    tx,
  );
  await sql`UPDATE track_quarter_fill f SET filled_from = to_timestamp(n.t / 1000)
    FROM unnest(${devices}::integer[], ${filled.map(({ to }) => to)}::float8[]) AS n(d, t) WHERE f.device_id = n.d`.execute(
    tx,
  );
  const done = filled.flatMap(({ device, isDone }) => (isDone ? device : []));
  await sql`DELETE FROM track_quarter_fill WHERE device_id = ANY (${done}::integer[])`.execute(tx);
}

import type pg from 'pg';
import { newestValues } from '#core/devices/server/api.ts';
import { type Measured, storedReadings } from '#core/telemetry/server/api.ts';
import type { CompiledRule } from './rules.ts';
import { type KnownState, type PastPoint, unknownState } from './watched-device.ts';

type KnownRow = {
  device_id: number;
  active: string[] | null;
  waiting: [number, number][] | null;
  latest: [number, number, number | null, string | null][] | null;
};

/** What the database knows of devices before the batch that is under way, in one statement. */
export async function knownStates(client: pg.PoolClient, ids: readonly number[]): Promise<Map<number, KnownState>> {
  const found = await client.query<KnownRow>({
    name: 'alarm-known',
    text: `SELECT d AS device_id,
                  (SELECT array_agg(a.kind) FROM alarm a WHERE a.device_id = d AND a.disposition IN ('open', 'escalated') AND a.condition = 'active') AS active,
                  (SELECT jsonb_agg(jsonb_build_array(t.rule_id, round(extract(epoch FROM t.since) * 1000))) FROM alarm_timer t WHERE t.device_id = d) AS waiting,
                  (SELECT jsonb_agg(jsonb_build_array(l.sensor_id, round(extract(epoch FROM l.time) * 1000), l.value, l.word)) FROM ${newestValues} l WHERE l.device_id = d) AS latest
             FROM unnest($1::integer[]) AS d`,
    values: [`{${ids.join()}}`],
  });
  return new Map(found.rows.map((row) => [row.device_id, stateOf(row)]));
}

function stateOf({ active, waiting, latest }: KnownRow): KnownState {
  const state = { ...unknownState(), active: new Set(active), waiting: new Map(waiting) };
  for (const [sensor, time, value, word] of latest ?? []) {
    const known = value ?? word;
    if (known === null) continue;
    state.values.set(sensor, known);
    state.times.set(sensor, time);
  }
  return state;
}

type Asked = { id: number; seconds: number; sensors: number[] };

/** What must be read of a device that repeating rules watch: which sensors, and how far back. */
export function pastAsked(id: number, rules: readonly CompiledRule[]): Asked[] {
  let seconds = 0;
  const sensors = new Set<number>();
  for (const { trigger, compiled } of rules) {
    if (trigger.type !== 'repeating') continue;
    seconds = Math.max(seconds, trigger.withinSeconds);
    for (const sensor of compiled?.sensors ?? []) sensors.add(sensor);
  }
  return seconds > 0 ? [{ id, seconds, sensors: [...sensors] }] : [];
}

/** More hits than any rule counts. */
const mostPoints = 5000;

type PastRow = {
  device_id: number;
  raised: Record<string, number> | null;
  points: [number, number, number | null, string | null][] | null;
};

/** The points of devices within the time that is asked for, and until when those of a kind are counted in an alarm. */
export async function pastOf(
  client: pg.PoolClient,
  asked: readonly Asked[],
  batch: readonly Measured[],
  now: number,
): Promise<Map<number, { points: PastPoint[]; raised: Map<string, number> }>> {
  const pairs = asked.flatMap(({ id, seconds, sensors }) => sensors.map((sensor) => ({ id, seconds, sensor })));
  const found = await client.query<PastRow>({
    name: 'alarm-past',
    text: `SELECT n.d AS device_id,
                  (SELECT jsonb_object_agg(k.kind, k.at) FROM (
                     SELECT a.kind, round(extract(epoch FROM max(a.last_at)) * 1000) AS at FROM alarm a
                      WHERE a.device_id = n.d AND a.last_at > now() - n.s * interval '1 second' GROUP BY a.kind) k) AS raised,
                  (SELECT jsonb_agg(jsonb_build_array(p.sensor_id, p.t, p.value, p.word) ORDER BY p.t) FROM (
                     SELECT r.sensor_id, round(extract(epoch FROM r.time) * 1000) AS t, r.value, r.word
                       FROM unnest($3::integer[], $4::integer[]) AS k(d, sensor) JOIN ${storedReadings} r ON r.device_id = k.d AND r.sensor_id = k.sensor
                      WHERE k.d = n.d AND r.time > now() - n.s * interval '1 second' ORDER BY r.time DESC LIMIT ${mostPoints}) p) AS points
             FROM unnest($1::integer[], $2::integer[]) AS n(d, s)`,
    values: [
      asked.map(({ id }) => id),
      asked.map(({ seconds }) => seconds),
      pairs.map(({ id }) => id),
      pairs.map(({ sensor }) => sensor),
    ],
  });
  const arriving = pointsOf(batch);
  return new Map(
    found.rows.map(({ device_id: id, points, raised }) => {
      const past = (points ?? []).filter(([sensor, time]) => !arriving.has(`${id} ${sensor} ${time}`));
      const one = ([sensor, time, value, word]: (typeof past)[number]): PastPoint => ({
        sensor,
        time: Math.min(time, now),
        value: value ?? word ?? '',
      });
      return [id, { points: past.map(one), raised: new Map(Object.entries(raised ?? {})) }];
    }),
  );
}

/** The points of the batch stand in the table already, but are judged one after the other. */
function pointsOf(batch: readonly Measured[]): Set<string> {
  const all = new Set<string>();
  for (const { d, t, s } of batch) for (const [i, time] of t.entries()) all.add(`${d} ${s[i]} ${time}`);
  return all;
}

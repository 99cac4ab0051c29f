import type { Alarm } from '#core/alarms/common/alarm.ts';
import { storedAlarms } from '#core/alarms/server/api.ts';
import { activeAt, type CachedDevice, lastSeenByDevice, newestValues } from '#core/devices/server/api.ts';
import { type MeasuredPoints, storedReadings, type TelemetryBatch } from '#core/telemetry/server/api.ts';
import { devicePlaces, fencesOfDevices, peopleOfDevices } from '#core/tracking/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { CompiledRule } from '../definitions/rule-cache.ts';
import type { FenceFact } from '../predicates/compiled-condition.ts';
import { DeviceRuleState } from './device-rule-state.ts';
import { emptyRuleState, type PastPoint, type StoredState } from './device-values.ts';
import { isBeginningUnknown } from './history/past-steps.ts';
import { addEventsAndAttributes } from './past-events.ts';

type StateRow = {
  device_id: number;
  active: Record<string, Alarm['severity']> | null;
  waiting: Record<string, number> | null;
  last_message: number | null;
  latest: [number, number, number | null, string | null][] | null;
  placed: { at: number; speed: number | null; away: number | null } | null;
  fences: FenceFact[] | null;
  person: number | null;
};

/** Reads the rule state of devices before the current batch, in one statement. */
async function readStates(tx: Tx, ids: readonly number[]): Promise<Map<number, StoredState>> {
  const rows = await queryText<StateRow>(tx, {
    name: 'alarm-known',
    text: `SELECT d AS device_id,
                  (SELECT jsonb_object_agg(a.kind, a.severity) FROM ${storedAlarms} a WHERE a.device_id = d AND a.disposition IN ('open', 'escalated') AND a.condition = 'active') AS active,
                  (SELECT jsonb_object_agg(t.rule_id || '/' || t.level, round(extract(epoch FROM t.since) * 1000)) FROM alarm_timer t WHERE t.device_id = d) AS waiting,
                  (SELECT round(extract(epoch FROM s.last_message_at) * 1000)::bigint FROM ${lastSeenByDevice} s WHERE s.device_id = d) AS last_message,
                  (SELECT jsonb_agg(jsonb_build_array(l.sensor_id, round(extract(epoch FROM l.time) * 1000), l.value, l.word)) FROM ${newestValues} l WHERE l.device_id = d) AS latest,
                  (SELECT jsonb_build_object('at', round(extract(epoch FROM p.time) * 1000), 'speed', p.speed, 'away', p.away) FROM ${devicePlaces} p WHERE p.device_id = d) AS placed,
                  (SELECT jsonb_agg(jsonb_build_object('id', f.geofence_id, 'name', f.name, 'inside', f.inside, 'event', f.event, 'limit', f.speed_limit)) FROM ${fencesOfDevices} f WHERE f.device_id = d) AS fences,
                  (SELECT w.person_id FROM ${peopleOfDevices} w WHERE w.device_id = d) AS person
             FROM unnest($1::integer[]) AS d`,
    values: [`{${ids.join()}}`],
  });
  return new Map(rows.rows.map((row) => [row.device_id, stateOf(row)]));
}

function stateOf(row: StateRow): StoredState {
  const { active, waiting, latest, fences, placed, person, last_message: lastMessage } = row;
  const state = {
    ...emptyRuleState(),
    active: new Map(Object.entries(active ?? {})),
    waiting: new Map(Object.entries(waiting ?? {})),
    lastMessage,
    placedAt: placed?.at ?? null,
    place: { speed: placed?.speed ?? null, away: placed?.away ?? null },
    person,
    fences: new Map((fences ?? []).map((fence) => [fence.id, fence])),
  };
  for (const [sensor, time, value, word] of latest ?? []) {
    const current = value ?? word;
    if (current === null) continue;
    state.values.set(sensor, current);
    state.times.set(sensor, time);
  }
  return state;
}

export type WatchedDevice = { device: CachedDevice; rules: readonly CompiledRule[] };

/**
 * The states of devices as they are stored before the batch, at the time `now` (ms since 1970). `version` is that of the
 * rules.
 */
export async function loadStates(
  tx: Tx,
  watched: ReadonlyMap<number, WatchedDevice>,
  { version, batch, now }: { version: number; batch: Pick<TelemetryBatch, 'messages' | 'events'>; now: number },
): Promise<Map<number, DeviceRuleState>> {
  const stored = await readStates(tx, [...watched.keys()]);
  const states = new Map<number, DeviceRuleState>();
  await addEventsAndAttributes(tx, watched, stored, batch.events);
  for (const [id, state] of stored) states.set(id, new DeviceRuleState(version, watched.get(id)?.rules ?? [], state));
  const queries = [...watched].flatMap(([id, { rules }]) =>
    pastPointQueries(id, rules, { times: stored.get(id)?.times ?? new Map(), now }),
  );
  if (queries.length === 0) return states;
  const past = await readPastPoints(tx, queries, batch.messages, now);
  for (const { id } of queries) {
    const device = watched.get(id)?.device;
    const { points = [], raised = new Map() } = past.get(id) ?? {};
    if (device) states.get(id)?.restore(device, points, raised, activeAt(device, now));
  }
  return states;
}

type PastPointQuery = { id: number; seconds: number; sensors: number[] };

/**
 * The sensors and the period whose points repeating levels and changes of a device need, and steps whose beginning the
 * latest values do not show; empty without such rules.
 */
function pastPointQueries(
  id: number,
  rules: readonly CompiledRule[],
  { times, now }: { times: ReadonlyMap<number, number>; now: number },
): PastPointQuery[] {
  let seconds = 0;
  const sensors = new Set<number>();
  for (const { trigger, sensors: watched, changes, steps } of rules.flatMap(({ compiled }) => compiled)) {
    if (trigger.type === 'repeating') {
      seconds = Math.max(seconds, trigger.withinSeconds);
      for (const sensor of watched) sensors.add(sensor);
    }
    for (const { sensor, ms } of changes) {
      // A point before the period is needed for the value at its beginning.
      seconds = Math.max(seconds, Math.ceil((ms / 1000) * 1.25) + 600);
      sensors.add(sensor);
    }
    for (const step of steps) {
      const silentMs = now - (times.get(step.sensor) ?? now);
      if (!isBeginningUnknown(step, times) || silentMs > longestSilenceDays * 86_400_000) continue;
      seconds = Math.max(seconds, Math.ceil(silentMs / 1000) + 1);
      for (const sensor of [step.sensor, step.only?.sensor]) if (sensor !== undefined) sensors.add(sensor);
    }
  }
  return seconds > 0 ? [{ id, seconds, sensors: [...sensors] }] : [];
}

/** More points than any rule counts. */
const maxPoints = 5000;
/** A change across a longer silence is not noticed after a restart. */
const longestSilenceDays = 7;

type PastRow = {
  device_id: number;
  raised: Record<string, number> | null;
  points: [number, number, number | null, string | null][] | null;
};

/** Reads past points of devices, and by kind the time until which hits belong to an alarm that was raised. */
async function readPastPoints(
  tx: Tx,
  queries: readonly PastPointQuery[],
  batch: readonly MeasuredPoints[],
  now: number,
): Promise<Map<number, { points: PastPoint[]; raised: Map<string, number> }>> {
  const pairs = queries.flatMap(({ id, seconds, sensors }) => sensors.map((sensor) => ({ id, seconds, sensor })));
  const rows = await queryText<PastRow>(tx, {
    name: 'alarm-past',
    text: `SELECT n.d AS device_id,
                  (SELECT jsonb_object_agg(k.kind, k.at) FROM (
                     SELECT a.kind, round(extract(epoch FROM max(a.last_at)) * 1000) AS at FROM ${storedAlarms} a
                      WHERE a.device_id = n.d AND a.last_at > now() - n.s * interval '1 second' GROUP BY a.kind) k) AS raised,
                  (SELECT jsonb_agg(jsonb_build_array(p.sensor_id, p.t, p.value, p.word) ORDER BY p.t) FROM (
                     SELECT r.sensor_id, round(extract(epoch FROM r.time) * 1000) AS t, r.value, r.word
                       FROM unnest($3::integer[], $4::integer[]) AS k(d, sensor) JOIN ${storedReadings} r ON r.device_id = k.d AND r.sensor_id = k.sensor
                      WHERE k.d = n.d AND r.time > now() - n.s * interval '1 second'
                     UNION ALL
                     SELECT b.* FROM unnest($3::integer[], $4::integer[]) AS k(d, sensor) CROSS JOIN LATERAL (
                       SELECT r.sensor_id, round(extract(epoch FROM r.time) * 1000) AS t, r.value, r.word FROM ${storedReadings} r
                        WHERE r.device_id = k.d AND r.sensor_id = k.sensor AND r.time <= now() - n.s * interval '1 second'
                          AND r.time > now() - n.s * interval '1 second' - ${longestSilenceDays} * interval '1 day'
                        ORDER BY r.time DESC LIMIT 1) b
                      WHERE k.d = n.d
                     ORDER BY t DESC LIMIT ${maxPoints}) p) AS points
             FROM unnest($1::integer[], $2::integer[]) AS n(d, s)`,
    values: [
      queries.map(({ id }) => id),
      queries.map(({ seconds }) => seconds),
      pairs.map(({ id }) => id),
      pairs.map(({ sensor }) => sensor),
    ],
  });
  const batchPoints = pointKeys(batch);
  return new Map(
    rows.rows.map(({ device_id: id, points, raised }) => {
      const past = (points ?? []).filter(([sensor, time]) => !batchPoints.has(`${id} ${sensor} ${time}`));
      const toPastPoint = ([sensor, time, value, word]: (typeof past)[number]): PastPoint => ({
        sensor,
        time: Math.min(time, now),
        value: value ?? word ?? '',
      });
      return [id, { points: past.map(toPastPoint), raised: new Map(Object.entries(raised ?? {})) }];
    }),
  );
}

/** Keys of the points of the batch, which are stored already but evaluated one after the other. */
function pointKeys(batch: readonly MeasuredPoints[]): Set<string> {
  const keys = new Set<string>();
  for (const { d, t, s } of batch) for (const [i, time] of t.entries()) keys.add(`${d} ${s[i]} ${time}`);
  return keys;
}

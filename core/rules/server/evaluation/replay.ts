import { sql } from 'kysely';
import { missedReports } from '#core/devices/common/models/reporting.ts';
import {
  activeAt,
  type CachedDevice,
  intervalOf,
  reportedAttributes,
  sensorRegistry,
  visibleDevice,
} from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { directoryOf, storedEvents, storedReadings } from '#core/telemetry/server/api.ts';
import { type HistoricalPresence, historicalPresence, noPlaces } from '#core/tracking/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { predicatesOf } from '../../common/condition.ts';
import type { Replay, ReplayBody, Rule, ruleRoutes } from '../../common/rule.ts';
import { assertSensors } from '../definitions/assert-sensors.ts';
import { type CompiledRule, compileRule } from '../definitions/rule-cache.ts';
import type { PastEvent } from './device-values.ts';
import { scalarsOf } from './past-events.ts';
import { type Replayed, type ReplayPoint, replayedKind, replayPoints } from './replay-points.ts';

/** The newest readings of the period that a replay reads. */
const maxPoints = 300_000;
/** The newest events of the period that a replay reads. */
const maxEvents = 50_000;
/** The newest alarms that the reply lists. */
const maxAlarms = 1000;

type ReplayContext = Parameters<Handlers<ReturnType<typeof ruleRoutes>>['test']>[0];

/** Replays a rule over the history of a device. Refuses with 422 if there is none. */
export async function replayRule(context: ReplayContext, { id: app }: AppManifest): Promise<Replay> {
  const { tx, kit, actor, body } = context;
  assertSensors(kit, app, body.levels);
  const device = await visibleDevice(tx, actor, app, body.deviceId);
  if (!hasAbilityOn(actor.session, app, 'rule', 'test', device.structureId)) throw refuse(403, 'no-permission');
  const rule = compileRule(ruleOf(body, app, await hoursOf(context)), sensorRegistry(kit.apps));
  const known = await directoryOf(kit).one(device.id);
  if (!known) throw refuse(404, 'not-found');
  const points = await readPoints(context, rule);
  const places = await readPlaces(context, rule, known);
  const { events, attributes } = await readPast(context, rule);
  if (points.length + places.fixes.length + events.length === 0) throw refuse(422, 'no-history');
  const to = Math.min(Date.parse(body.to), Date.now());
  const alarms = await replayPoints(known, rule, { points, places, events, attributes }, to);
  return {
    alarms: alarms.slice(-maxAlarms).map(({ from, to, severity }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      severity,
    })),
    count: alarms.length,
    coverage: coverageOf([...points.map(({ t }) => t), ...places.shownAt], known, Date.parse(body.from), to),
  };
}

async function hoursOf({ tx, body }: ReplayContext): Promise<WeekSchedule | null> {
  if (body.scheduleId == null) return body.schedule ?? null;
  const found = await sql<{ hours: WeekSchedule }>`
    SELECT hours FROM ${sql.raw(weekSchedules)} s WHERE s.id = ${body.scheduleId}`.execute(tx);
  if (!found.rows[0]) throw refuse(404, 'not-found');
  return found.rows[0].hours;
}

const ruleOf = ({ levels, clear }: ReplayBody, app: string, schedule: WeekSchedule | null): Rule => ({
  id: 1,
  companyId: null,
  app,
  class: '*',
  kind: replayedKind,
  names: null,
  solutionId: null,
  hardwareId: null,
  templateVersionId: null,
  structureId: null,
  deviceId: null,
  levels,
  clear: clear ?? { forSeconds: 0 },
  scheduleId: null,
  schedule,
  actions: [],
  message: null,
});

const isOfDeviceSilence = ({ compiled }: CompiledRule) =>
  compiled.some(({ silences }) => silences.some(({ sensor }) => sensor === null));

/** The points of the period in the order of time; for a rule about the silence of the device those of all sensors. */
async function readPoints({ tx, actor, body }: ReplayContext, rule: CompiledRule): Promise<ReplayPoint[]> {
  const sensors = rule.compiled.flatMap((level) => level.sensors);
  const ofDevice = isOfDeviceSilence(rule);
  const found = await bypassRls(tx, actor.scope, () =>
    sql<ReplayPoint>`
      SELECT r.sensor_id AS sensor, (extract(epoch FROM r.time) * 1000)::bigint AS t, r.value, r.word FROM ${sql.raw(storedReadings)} r
       WHERE r.device_id = ${body.deviceId} AND r.time >= ${body.from}::timestamptz AND r.time < ${body.to}::timestamptz
         AND (${ofDevice} OR r.sensor_id = ANY (${sensors}::integer[]))
       ORDER BY r.time DESC LIMIT ${maxPoints}`.execute(tx),
  );
  return found.rows.reverse();
}

/** The positions of the device in the period, if the rule depends on them or on whether the device reports. */
async function readPlaces(
  context: ReplayContext,
  rule: CompiledRule,
  device: CachedDevice,
): Promise<HistoricalPresence> {
  const placed = rule.compiled.some(({ places }) => places);
  if (!placed && (!isOfDeviceSilence(rule) || device.tracksPerson)) return noPlaces;
  if (!activeAt(device, Date.now())) return noPlaces;
  const named = rule.levels.flatMap(({ condition }) =>
    predicatesOf(condition).flatMap((one) => ('place' in one ? [one.geofenceId] : 'limit' in one ? [null] : [])),
  );
  const ids = named.filter((id) => id !== null);
  const { from, to } = context.body;
  return historicalPresence(context, device, { from, to, fences: ids.length < named.length ? 'all' : ids });
}

/** The events of the period in the order of time, and the attributes as they are now, if the rule depends on them. */
async function readPast({ tx, actor, body }: ReplayContext, { compiled }: CompiledRule) {
  const kinds = compiled.flatMap((level) => level.events.map(({ kind }) => kind));
  const described = compiled.some((level) => level.attributes.length > 0);
  return bypassRls(tx, actor.scope, async () => {
    const events = await sql<PastEvent>`
      SELECT e.kind, round(extract(epoch FROM e.time) * 1000)::float8 AS time, e.data FROM ${sql.raw(storedEvents)} e
       WHERE e.device_id = ${body.deviceId} AND e.time >= ${body.from}::timestamptz AND e.time < ${body.to}::timestamptz AND e.kind = ANY (${kinds}::text[])
       ORDER BY e.time DESC LIMIT ${maxEvents}`.execute(tx);
    const reported = await sql<{ attributes: Record<string, unknown> }>`
      SELECT attributes FROM ${sql.raw(reportedAttributes)} a WHERE a.device_id = ${body.deviceId} AND ${described}`.execute(
      tx,
    );
    return { events: events.rows.reverse(), attributes: scalarsOf(reported.rows[0]?.attributes ?? {}) };
  });
}

/** The share of the period in which the last measurement was not stale. */
function coverageOf(times: number[], device: Replayed, from: number, to: number): number {
  const staleMs = intervalOf(device) * 1000 * missedReports;
  times.sort((a, b) => a - b);
  let covered = 0;
  for (const [at, t] of times.entries()) covered += Math.max(0, Math.min((times[at + 1] ?? to) - t, staleMs));
  return to > from ? Math.min(1, Math.round((covered / (to - from)) * 1000) / 1000) : 0;
}

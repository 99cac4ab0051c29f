import { sql } from 'kysely';
import { accessActions, denialReasons, logMethods } from '#core/access/common/access-log.ts';
import { accessModes } from '#core/access/common/grant-state.ts';
import { analysedBy, openingsByStructure } from '#core/access/server/api.ts';
import { companyNamed, customersOf } from '#core/accounts/server/api.ts';
import { alarmGroups, openCounts } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceValidity, newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { fencesOfDevices } from '#core/tracking/server/api.ts';
import { resourcesWith } from '#platform/common/access.ts';
import { dayMs } from '#platform/common/wall-clock.ts';
import { bypassRls } from '#platform/server/database.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { metrowatch } from '../app.ts';
import { type analysisRoutes, type overviewRoutes, validities } from '../common/analyses.ts';
import { solutions } from '../common/devices.ts';

const app = 'metrowatch';
const [trackers, parking] = [[14, 15, 16], 20];
/** Devices that report less often than this are not known in between, in seconds: three intervals. */
const slotGap = 3 * 3600;
const openingDays = 30;
const lowBattery = 20;

type Seen = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** A condition on `d` (deviceFacts): an installed device of the app in a structure that the caller may see. */
function installed({ actor }: Pick<Context, 'actor'>, entity: 'device' | 'analysis') {
  const within = resourcesWith(actor.session, app, entity, 'read');
  return sql`d.app = ${app} AND d.state = 'installed' AND ${within === null ? sql`true` : sql`d.structure_id = ANY (${within}::integer[])`}`;
}

const connectionCounts = sql`count(*)::integer AS devices, (count(*) FILTER (WHERE d.connection = 'online'))::integer AS online,
  (count(*) FILTER (WHERE d.connection = 'sleeping'))::integer AS sleeping, (count(*) FILTER (WHERE d.connection = 'offline'))::integer AS offline`;

function sensorId({ kit }: Pick<Context, 'kit'>, key: string): number {
  const sensor = sensorRegistry(kit.apps).named(app, key);
  if (!sensor) throw new Error(`no sensor "${key}"`);
  return sensor.id;
}

/** The newest values of a sensor by device. Readings lie behind row-level security: only devices that were found are asked for. */
async function newestOf(context: Seen, devices: readonly number[], key: string) {
  const rows = await bypassRls(context.tx, context.actor.scope, () =>
    sql<{ id: number; value: number | null; word: string | null }>`
      SELECT v.device_id AS id, v.value, v.word FROM ${sql.raw(newestValues)} v
       WHERE v.device_id = ANY (${devices}::integer[]) AND v.sensor_id = ${sensorId(context, key)}`.execute(context.tx),
  );
  return new Map(rows.rows.map(({ id, value, word }) => [id, value ?? word]));
}

type Found = { id: number; solutionId: number; connection: 'online' | 'sleeping' | 'offline' };
async function found(
  context: Seen,
  entity: 'device' | 'analysis',
  only: readonly number[] | null = null,
): Promise<Found[]> {
  const rows = await sql<Found>`
    SELECT d.id, d.solution_id, d.connection FROM ${sql.raw(deviceFacts)} d
     WHERE ${installed(context, entity)} AND (${only}::integer[] IS NULL OR d.solution_id = ANY (${only}::integer[]))`.execute(
    context.tx,
  );
  return rows.rows;
}

const idsOf = (devices: readonly Found[]) => devices.map(({ id }) => id);

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  async count(context) {
    const devices = await found(context, 'device');
    const states = await newestOf(context, idsOf(devices), 'lockState');
    const counts = new Map<
      string,
      { solutionId: number; connection: Found['connection']; lockState: string | null; count: number }
    >();
    for (const { id, solutionId, connection } of devices) {
      const lockState = states.has(id) ? String(states.get(id)) : null;
      const key = `${solutionId} ${connection} ${lockState}`;
      const one = counts.get(key) ?? { solutionId, connection, lockState, count: 0 };
      counts.set(key, { ...one, count: one.count + 1 });
    }
    return [...counts.values()];
  },
  async countByStructure(context) {
    const rows = await sql<{
      structure: { id: number; name: string };
      devices: number;
      online: number;
      sleeping: number;
      offline: number;
    }>`
      SELECT ${structureNamed('c.structure_id')} AS structure, c.devices, c.online, c.sleeping, c.offline
        FROM (SELECT d.structure_id, ${connectionCounts} FROM ${sql.raw(deviceFacts)} d WHERE ${installed(context, 'device')} GROUP BY 1) c
       ORDER BY c.devices DESC, c.structure_id LIMIT 1000`.execute(context.tx);
    return rows.rows;
  },
  async info(context) {
    const devices = await found(context, 'device');
    const ids = idsOf(devices);
    const states = await newestOf(context, ids, 'lockState');
    const batteries = await newestOf(context, ids, 'battery');
    return solutions.flatMap(({ id: solutionId }) => {
      const own = devices.filter((device) => device.solutionId === solutionId);
      const counted = (test: (device: Found) => boolean) => own.filter(test).length;
      if (own.length === 0) return [];
      return [
        {
          solutionId,
          devices: own.length,
          online: counted(({ connection }) => connection === 'online'),
          sleeping: counted(({ connection }) => connection === 'sleeping'),
          offline: counted(({ connection }) => connection === 'offline'),
          lowBattery: counted(({ id }) => Number(batteries.get(id) ?? 100) < lowBattery),
          jammed: counted(({ id }) => states.get(id) === 'jammed'),
          unlocked: counted(({ id }) => states.get(id) === 'unlocked'),
        },
      ];
    });
  },
  alarmGroups: (context) => alarmGroups(context, app),
  async enums() {
    const name = (key: string, locale: 'en' | 'ar') => textOf(metrowatch, locale, `solutions.${key}`) ?? key;
    return {
      types: solutions.map(({ id, key }) => ({ id, key, en: name(key, 'en'), ar: name(key, 'ar') })),
      modes: [...accessModes],
      methods: [...logMethods],
      reasons: [...denialReasons],
      actions: [...accessActions],
    };
  },
};

type StructureCounts = {
  company: { id: number; name: string };
  structure: { id: number; name: string };
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
};

export const analysisHandlers: Handlers<typeof analysisRoutes> = {
  async customerStructures(context) {
    const { tx } = context;
    const rows = await sql<StructureCounts>`
      SELECT ${companyNamed('c.company_id')} AS company, ${structureNamed('c.structure_id')} AS structure, c.devices, c.online, c.sleeping, c.offline
        FROM (SELECT d.company_id, d.structure_id, ${connectionCounts} FROM ${sql.raw(deviceFacts)} d
               WHERE ${installed(context, 'analysis')} AND d.structure_id IS NOT NULL GROUP BY 1, 2) c
       ORDER BY c.devices DESC, c.structure_id LIMIT 1000`.execute(tx);
    const alarms = Map.groupBy(
      await openCounts(
        tx,
        app,
        rows.rows.map(({ structure }) => structure.id),
      ),
      ({ structureId }) => structureId,
    );
    const openings = await openingsByStructure(tx, app, openingDays);
    return rows.rows.map((row) => ({
      ...row,
      openAlarms: (alarms.get(row.structure.id) ?? []).reduce((sum, { n }) => sum + Number(n), 0),
      openings: openings.get(row.structure.id) ?? 0,
    }));
  },
  async deviceValidity(context) {
    const rows = await sql<{ validity: (typeof validities)[number]; count: number }>`
      SELECT validity, count(*)::integer AS count FROM (
        SELECT CASE WHEN NOT v.has_token THEN 'none' WHEN v.activation_at IS NULL THEN 'not-activated'
                    WHEN v.expiration_at IS NULL THEN 'longer' WHEN v.expiration_at <= now() THEN 'expired'
                    WHEN v.expiration_at <= now() + interval '30 days' THEN '30-days' WHEN v.expiration_at <= now() + interval '90 days' THEN '90-days'
                    WHEN v.expiration_at <= now() + interval '365 days' THEN '365-days' ELSE 'longer' END AS validity
          FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(deviceValidity)} v ON v.device_id = d.id WHERE ${installed(context, 'analysis')}) counted
       GROUP BY 1`.execute(context.tx);
    const counts = new Map(rows.rows.map(({ validity, count }) => [validity, count]));
    return validities.map((validity) => ({ validity, count: counts.get(validity) ?? 0 }));
  },
  async siDevices({ tx, actor }) {
    const customers = new Map((await customersOf(tx, actor)).map(({ id, name }) => [id, name]));
    type Row = {
      companyId: number;
      solutionId: number;
      inventory: number;
      installed: number;
      offline: number;
      due: number;
    };
    const rows = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        SELECT d.company_id, d.solution_id, (count(*) FILTER (WHERE d.state = 'inventory'))::integer AS inventory,
               (count(*) FILTER (WHERE d.state = 'installed'))::integer AS installed,
               (count(*) FILTER (WHERE d.state = 'installed' AND d.connection = 'offline'))::integer AS offline,
               (count(*) FILTER (WHERE v.expiration_at BETWEEN now() AND now() + interval '30 days'))::integer AS due
          FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(deviceValidity)} v ON v.device_id = d.id
         WHERE d.app = ${app} AND d.state <> 'removed' AND d.company_id = ANY (${[...customers.keys()]}::integer[])
         GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx),
    );
    return rows.rows.map(({ companyId, ...row }) => ({
      customer: { id: companyId, name: customers.get(companyId) ?? '' },
      ...row,
    }));
  },
  async assets(context) {
    const devices = await found(context, 'analysis', trackers);
    const motion = await newestOf(context, idsOf(devices), 'motion');
    const left = await bypassRls(context.tx, context.actor.scope, () =>
      sql<{ n: number }>`
        SELECT count(DISTINCT f.device_id)::integer AS n FROM ${sql.raw(fencesOfDevices)} f
         WHERE f.device_id = ANY (${idsOf(devices)}::integer[]) AND f.event AND NOT f.inside`.execute(context.tx),
    );
    const counted = (test: (device: Found) => boolean) => devices.filter(test).length;
    const isMoving = ({ id }: Found) => Number(motion.get(id) ?? 0) === 1;
    const isHere = ({ connection }: Found) => connection !== 'offline';
    return {
      tracked: devices.length,
      moving: counted((device) => isHere(device) && isMoving(device)),
      stopped: counted((device) => device.connection === 'online' && !isMoving(device)),
      sleeping: counted((device) => device.connection === 'sleeping' && !isMoving(device)),
      offline: counted(({ connection }) => connection === 'offline'),
      outside: left.rows[0]?.n ?? 0,
    };
  },
  async occupancyTiming(context) {
    const of = await analysedBy(context, app);
    const devices = (await found(context, 'analysis', [parking])).map(({ id }) => id);
    const slots = of.devices ? devices.filter((id) => of.devices?.includes(id)) : devices;
    const days = (Date.parse(of.to) - Date.parse(of.from)) / dayMs;
    // A reading holds until the next one, at most for the gap.
    const held = sql`
      SELECT r.device_id, r.time, r.value > 0 AS occupied,
             least(lead(r.time) OVER w, r.time + ${slotGap} * interval '1 second', ${of.to}::timestamptz, now()) AS until,
             coalesce(lag(r.value > 0) OVER w, false) AS before
        FROM ${sql.raw(storedReadings)} r
       WHERE r.device_id = ANY (${slots}::integer[]) AND r.sensor_id = ${sensorId(context, 'occupied')} AND r.time >= ${of.from}::timestamptz AND r.time < ${of.to}::timestamptz
      WINDOW w AS (PARTITION BY r.device_id ORDER BY r.time)`;
    const { hours, stays } = await bypassRls(context.tx, context.actor.scope, async () => ({
      hours: await sql<{ day: number; hour: number; occupied: number; known: number }>`
        WITH held AS (${held})
        SELECT (extract(dow FROM h AT TIME ZONE ${of.zone})::integer + 1) % 7 AS day, extract(hour FROM h AT TIME ZONE ${of.zone})::integer AS hour,
               coalesce(sum(extract(epoch FROM least(until, h + interval '1 hour') - greatest(time, h))) FILTER (WHERE occupied), 0)::float8 AS occupied,
               sum(extract(epoch FROM least(until, h + interval '1 hour') - greatest(time, h)))::float8 AS known
          FROM held, LATERAL generate_series(date_trunc('hour', time), until, interval '1 hour') h
         WHERE until > greatest(time, h) GROUP BY 1, 2`.execute(context.tx),
      stays: await sql<{ n: number; mean: number | null; median: number | null }>`
        WITH held AS (${held}), ended AS (
          SELECT occupied AND NOT before AS begins, extract(epoch FROM (min(time) FILTER (WHERE NOT occupied) OVER (PARTITION BY device_id ORDER BY time ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) - time)::float8 AS seconds FROM held)
        SELECT count(*)::integer AS n, avg(seconds) AS mean, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median
          FROM ended WHERE begins AND seconds >= 60`.execute(context.tx),
    }));
    const sum = (pick: (row: (typeof hours.rows)[number]) => number) =>
      hours.rows.reduce((total, row) => total + pick(row), 0);
    const known = sum((row) => row.known);
    const matrix = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): number | null => null));
    for (const row of hours.rows)
      if (row.known > 0) (matrix[row.day] as (number | null)[])[row.hour] = row.occupied / row.known;
    const stay = stays.rows[0];
    return {
      zone: of.zone,
      slots: slots.length,
      occupied: known > 0 ? sum((row) => row.occupied) / known : null,
      sessions: stay?.n ?? 0,
      turnover: slots.length > 0 && days > 0 ? (stay?.n ?? 0) / slots.length / days : null,
      meanStay: stay?.mean ?? null,
      medianStay: stay?.median ?? null,
      hours: matrix,
    };
  },
};

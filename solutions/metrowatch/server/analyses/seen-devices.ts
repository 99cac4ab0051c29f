import { sql } from 'kysely';
import { batteryEnds, deviceFacts, newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';

export const app = 'metrowatch';

type Seen = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** A condition on `d` (deviceFacts): an installed device of the app in a structure that the caller may see. */
export function isInstalled({ actor }: Pick<Context, 'actor'>, entity: 'device' | 'analysis') {
  const within = resourcesWith(actor.session, app, entity, 'read');
  return sql`d.app = ${app} AND d.state = 'installed' AND ${within === null ? sql`true` : sql`d.structure_id = ANY (${within}::integer[])`}`;
}

export const connectionCountsSql = sql`count(*)::integer AS devices, (count(*) FILTER (WHERE d.connection = 'online'))::integer AS online,
  (count(*) FILTER (WHERE d.connection = 'sleeping'))::integer AS sleeping, (count(*) FILTER (WHERE d.connection = 'offline'))::integer AS offline`;

export function trackerSensorId({ kit }: Pick<Context, 'kit'>, key: string): number {
  const sensor = sensorRegistry(kit.apps).named(app, key);
  if (!sensor) throw new Error(`no sensor "${key}"`);
  return sensor.id;
}

/** The latest values of a sensor by device. Bypasses row-level security, so only devices that were found may be passed. */
export async function newestOf(context: Seen, devices: readonly number[], key: string) {
  const rows = await bypassRls(context.tx, context.actor.scope, () =>
    sql<{ id: number; value: number | null; word: string | null }>`
      SELECT v.device_id AS id, v.value, v.word FROM ${sql.raw(newestValues)} v
       WHERE v.device_id = ANY (${devices}::integer[]) AND v.sensor_id = ${trackerSensorId(context, key)}`.execute(
      context.tx,
    ),
  );
  return new Map(rows.rows.map(({ id, value, word }) => [id, value ?? word]));
}

export type Found = { id: number; solutionId: number; connection: 'online' | 'sleeping' | 'offline' };
export async function found(
  context: Seen,
  entity: 'device' | 'analysis',
  only: readonly number[] | null = null,
): Promise<Found[]> {
  const rows = await sql<Found>`
    SELECT d.id, d.solution_id, d.connection FROM ${sql.raw(deviceFacts)} d
     WHERE ${isInstalled(context, entity)} AND (${only}::integer[] IS NULL OR d.solution_id = ANY (${only}::integer[]))`.execute(
    context.tx,
  );
  return rows.rows;
}

export const idsOf = (devices: readonly Found[]) => devices.map(({ id }) => id);

/** In how many days the batteries of devices will be empty; without those that have no forecast. */
export async function batteryDays({ tx }: Seen, devices: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; days: number }>`
    SELECT b.device_id AS id, greatest(0, extract(epoch FROM b.ends_at - now()) / 86400)::float8 AS days FROM ${sql.raw(batteryEnds)} b
     WHERE b.device_id = ANY (${devices}::integer[])`.execute(tx);
  return new Map(rows.rows.map(({ id, days }) => [id, days]));
}

import { sql } from 'kysely';
import type { SensorType } from '#core/devices/common/manifest.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { MeterHistory } from '../common/index-curve.ts';
import type { MeterLimits } from '../common/index-steps.ts';
import type { Metering, MeterSpec } from '../common/manifest.ts';

/** A metering device, with the declaration of its app. */
export type Meter = {
  app: AppManifest;
  id: number;
  companyId: number;
  solutionId: number;
  structureId: number | null;
  serial: string;
  spec: MeterSpec;
  limits: MeterLimits;
  sensor: SensorType;
  reportEverySeconds: number;
  /** The time zone of its months and days: that of its site. */
  zone: string;
};

type Device = Pick<Meter, 'id' | 'companyId' | 'solutionId' | 'structureId' | 'serial'> & { hardwareId: number };

/** The declaration of the app about its meters. Throws if there is none. */
export function meteringOf(app: AppManifest): Metering {
  if (!app.metering) throw new Error(`${app.id} mounts meters but states no "metering"`);
  return app.metering;
}

/** The meter of a device. Refuses devices of solutions that are not metered with 404. */
export async function meterOf(tx: Tx, kit: Kit, app: AppManifest, device: Device): Promise<Meter> {
  const { solutions, models = {} } = meteringOf(app);
  const spec = solutions[device.solutionId];
  const sensor = spec && sensorRegistry(kit.apps).named(app.id, spec.sensor);
  if (!spec || !sensor) throw refuse(404, 'not-a-meter');
  const model = app.hardware?.find(({ id }) => id === device.hardwareId);
  const { id, companyId, solutionId, structureId, serial } = device;
  return {
    app,
    id,
    companyId,
    solutionId,
    structureId,
    serial,
    spec,
    sensor,
    limits: models[device.hardwareId] ?? {},
    reportEverySeconds: model ? usualInterval(model) : 3600,
    zone: await zoneOfSite(tx, device),
  };
}

/** The metering devices of an app, in the order of their ids; of a structure or a company if given. */
export async function meteredDevices(
  tx: Tx,
  app: AppManifest,
  of: { companyId: number; structureId?: number },
): Promise<Device[]> {
  const solutions = Object.keys(meteringOf(app).solutions).map(Number);
  const rows = await sql<Device>`
    SELECT d.id, d.company_id, d.solution_id, d.structure_id, d.hardware_id, d.serial FROM ${sql.raw(deviceFacts)} d
     WHERE d.app = ${app.id} AND d.company_id = ${of.companyId} AND d.solution_id = ANY (${solutions}::integer[]) AND d.state = 'installed'
       AND ${of.structureId === undefined ? sql`true` : sql`d.structure_id = ${of.structureId}`}
     ORDER BY d.id`.execute(tx);
  return rows.rows;
}

export type StoredSegment = {
  id: number;
  serial: string;
  startedAt: string;
  startIndex: number;
  endedAt: string | null;
  endIndex: number | null;
  reason: 'installed' | 'replaced' | 'reset' | 'rollover';
};
export type StoredReview = {
  id: number;
  at: string;
  before: number;
  rise: number;
  state: 'open' | 'accepted' | 'rejected' | 'returned';
  returnedAt: string | null;
};
export type StoredHistory = { segments: StoredSegment[]; reviews: StoredReview[] };

/** The segments and reviews of a meter, the oldest first. */
export async function historyOf(tx: Tx, { id }: Pick<Meter, 'id'>): Promise<StoredHistory> {
  const segments = await tx
    .selectFrom('meterSegment')
    .select(['id', 'serial', 'startedAt', 'startIndex', 'endedAt', 'endIndex', 'reason'])
    .where('deviceId', '=', id)
    .orderBy('startedAt')
    .execute();
  const reviews = await tx
    .selectFrom('meterReview')
    .select(['id', 'at', 'before', 'rise', 'state', 'returnedAt'])
    .where('deviceId', '=', id)
    .orderBy('at')
    .execute();
  return { segments, reviews };
}

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));

/** The parts of a history that the arithmetic of consumption needs. */
export const curveOf = ({ segments, reviews }: StoredHistory): MeterHistory => ({
  segments: segments.map(({ startedAt, startIndex, endedAt, endIndex }) => ({
    from: Date.parse(startedAt),
    startIndex,
    to: timeOf(endedAt),
    endIndex,
  })),
  exclusions: reviews
    .filter(({ state }) => state !== 'accepted')
    .map(({ at, rise, returnedAt }) => ({ at: Date.parse(at), rise, until: timeOf(returnedAt) })),
});

/** Locks meters until the end of the transaction, in the order of their ids. */
export async function lockMeters(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.selectFrom('meter').where('deviceId', '=', anyOf(ids)).orderBy('deviceId').forUpdate().execute();
}

/** Locks a meter until the end of the transaction. Returns up to when it was scanned; null before its first reading. */
export async function lockMeter(tx: Tx, { id }: Pick<Meter, 'id'>): Promise<string | null> {
  const row = await tx
    .selectFrom('meter')
    .select('scannedUntil')
    .where('deviceId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.scannedUntil ?? null;
}

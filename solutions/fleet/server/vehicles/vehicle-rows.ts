import { sql } from 'kysely';
import { subjectMoved, subjectRenamed } from '#core/fittings/server/api.ts';
import { groupsOfRecords, withGroupFilter } from '#core/groups/server/api.ts';
import { assertStructure, structureNamed } from '#core/places/server/api.ts';
import { plateKey } from '#platform/common/text/plate.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { type RecordOptions, records } from '#platform/server/records/records.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type ListReply } from '#platform/server/serve.ts';
import { papersUntil } from '../../common/vehicle/papers.ts';
import { storedPlate } from '../../common/vehicle/plate.ts';
import {
  type ShownVehicle,
  type StoredVehicle,
  storedVehicle,
  vehicle,
  vehicleList,
} from '../../common/vehicle/vehicle.ts';
import { assertDriver, driversNamed } from '../drivers/drivers.ts';
import { endRecordAlarms } from '../record-alarms.ts';
import { assertUnused } from './journeys-of-vehicle.ts';
import { assertMay, seenVehicle } from './may.ts';
import { shownPlate } from './shown-plate.ts';
import { papersNow, statusNow, statusWith, trackerNow } from './vehicle-status.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;
/** Without what is made for each reply. */
type Row = StoredVehicle & Pick<ShownVehicle, 'structure'>;

const entity = { table: vehicle.table, list: vehicleList, row: storedVehicle.omit({ plate: true }) };

const options: RecordOptions<Row> = {
  select: () => ({ plate: shownPlate, structure: structureNamed('t.structure_id') }),
  seen: seenVehicle,
  async check({ tx, actor, body }, after, before) {
    const companyId = before?.companyId ?? companyOf(actor);
    const next = { permits: [], registrationExpires: null, insuranceExpires: null, ...after } as Row;
    if (before) assertMay(actor, 'update', before);
    if (before?.state === 'retired') throw refuse(409, 'vehicle-retired');
    if (next.structureId !== before?.structureId) {
      await assertStructure(tx, actor, companyId, next.structureId);
      assertMay(actor, before ? 'update' : 'create', { ...next, companyId });
    }
    const { usualDriverId = null } = next;
    if (usualDriverId !== null && usualDriverId !== before?.usualDriverId)
      await assertDriver(tx, companyId, usualDriverId);
    return {
      ...('plate' in body ? { plate: storedPlate(next.plate) } : {}),
      // As a value of jsonb; an array would be sent as one of SQL.
      permits: JSON.stringify(next.permits),
      papersUntil: papersUntil(next),
    };
  },
  async changed(context, after, before) {
    if (before && before.structureId !== after.structureId) {
      await subjectMoved(context, { ...after, type: 'vehicle' });
      await endRecordAlarms(context, { ...after, type: 'vehicle' }, 'moved');
    }
    if (before && before.name !== after.name) await subjectRenamed(context, { ...after, type: 'vehicle' });
  },
  async removing(context, row) {
    assertMay(context.actor, 'delete', row);
    await assertUnused(context, row);
    await endRecordAlarms(context, { ...row, type: 'vehicle' }, 'deleted');
  },
};

export const storedVehicles = records<Row>(entity, options);
const { readAll } = recordReader<Row>(entity, options);

type Now = Pick<ShownVehicle, 'id' | 'status'> & {
  deviceId: number | null;
  name: string;
  solutionId: number;
  fromAt: string;
  isActive: boolean;
  time: string | null;
  lat: number;
  lng: number;
  speed: number | null;
};

/** What vehicles do now, by their ids; of vehicles that the caller may see. */
async function vehiclesNow({ tx, actor }: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, Now>> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Now>`
      SELECT t.id, ${statusWith} AS status, n.device_id, n.name, n.solution_id, n.from_at, n.is_active, n.time, n.lat, n.lng, n.speed
        FROM fleet_vehicle t ${trackerNow} WHERE t.id = ANY (${ids}::integer[])`.execute(tx),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const isoOf = (time: string) => new Date(time).toISOString();

type Parts = Pick<ShownVehicle, 'groups' | 'usualDriver'>;

function withNow(row: Row, parts: Parts, now: Now | undefined): ShownVehicle {
  const { deviceId, name = '', solutionId = 0, fromAt = '' } = now ?? { deviceId: null };
  return {
    ...row,
    ...parts,
    status: now?.status ?? 'no-device',
    tracker: deviceId === null ? null : { id: deviceId, name, solutionId, since: isoOf(fromAt) },
    lastFix: now?.time && now.isActive ? { lat: now.lat, lng: now.lng, at: isoOf(now.time), speed: now.speed } : null,
  };
}

/** Vehicles as lists and pages show them, with the same statements for any number. */
export async function shownVehicles(context: Reading, rows: readonly Row[]): Promise<ShownVehicle[]> {
  const ids = rows.map(({ id }) => id);
  const groups = await groupsOfRecords(context.tx, vehicle, ids);
  const now = await vehiclesNow(context, ids);
  const drivers = await driversNamed(
    context.tx,
    rows.flatMap(({ usualDriverId }) => usualDriverId ?? []),
  );
  return rows.map((row) => {
    const usualDriver = drivers.get(row.usualDriverId ?? 0) ?? null;
    return withNow(row, { groups: groups.get(row.id) ?? [], usualDriver }, now.get(row.id));
  });
}

export async function shownVehicle(context: Reading, row: Row): Promise<ShownVehicle> {
  const [shown] = await shownVehicles(context, [row]);
  return shown as ShownVehicle;
}

/** The vehicle with an id, if the caller may see it. */
export const readVehicle = (context: Reading, id: number) => storedVehicles.read({ ...context, params: { id } });

/** Those of these vehicles that the caller may see. */
export const seenVehicles = (context: Reading, ids: readonly number[]): Promise<Row[]> => readAll(context, ids);

/** Has a plate with these letters and digits, in whichever form they are written. */
const withKey = (key: string) => sql`t.search LIKE ${`%${key}%`}`;

/** A page of the vehicles that the caller may see; retired ones only if they are asked for. */
export async function findVehicles(context: Reading & Pick<Context, 'list'>): Promise<ListReply<ShownVehicle>> {
  const { tx, actor } = context;
  const { list, where } = await withGroupFilter(tx, vehicle, context.list);
  const { filters, search = '' } = list;
  const key = plateKey(search).toLowerCase();
  const asksForRetired = Boolean(filters.state) || (filters.status ?? []).includes('retired');
  const { ids, totalRecords } = await findIds(tx, {
    table: vehicle.table,
    spec: vehicleList,
    query: list,
    scope: actor.scope,
    where: [seenVehicle(actor), ...(asksForRetired ? [] : [sql`t.state <> 'retired'`]), ...where],
    ...(key.length > 1 ? { alsoFound: withKey(key) } : {}),
    columns: { plate: sql`(t.plate ->> 'key')`, status: statusNow, papers: papersNow },
  });
  return { data: await shownVehicles(context, await readAll(context, ids)), totalRecords };
}

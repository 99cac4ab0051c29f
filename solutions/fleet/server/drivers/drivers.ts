import { sql } from 'kysely';
import { assertStructure, structureNamed } from '#core/places/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { recordReader } from '#platform/server/records/reader.ts';
import { type RecordOptions, records } from '#platform/server/records/records.ts';
import { findIds, inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  driver,
  driverList,
  type driverRoutes,
  type ShownDriver,
  type StoredDriver,
  storedDriver,
} from '../../common/drivers/driver.ts';
import { endRecordAlarms } from '../record-alarms.ts';
import { assertMay, seenDriver, seenVehicle } from '../vehicles/may.ts';
import { papersNow } from '../vehicles/vehicle-status.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;
type Row = StoredDriver & Pick<ShownDriver, 'structure'>;

const entity = { table: driver.table, list: driverList, row: storedDriver };
const options: RecordOptions<Row> = {
  select: () => ({ structure: structureNamed('t.structure_id') }),
  seen: seenDriver,
  async check({ tx, actor }, after, before) {
    const companyId = before?.companyId ?? companyOf(actor);
    const next = { ...after, companyId } as Row;
    if (before) assertMay(actor, 'update', before, 'driver');
    if (next.structureId !== before?.structureId) {
      await assertStructure(tx, actor, companyId, next.structureId);
      assertMay(actor, before ? 'update' : 'create', next, 'driver');
    }
    return {};
  },
  async changed(context, after, before) {
    if (before && before.structureId !== after.structureId)
      await endRecordAlarms(context, { ...after, type: 'driver' }, 'moved');
  },
  async removing(context, row) {
    assertMay(context.actor, 'delete', row, 'driver');
    await endRecordAlarms(context, { ...row, type: 'driver' }, 'deleted');
  },
};

const stored = records<Row>(entity, options);
const { readAll } = recordReader<Row>(entity, options);

/** Drivers with the vehicles that they usually drive, in one statement for any number. */
async function shown({ tx, actor }: Reading, rows: readonly Row[]): Promise<ShownDriver[]> {
  const ids = rows.map(({ id }) => id);
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{ driver: number; id: number; name: string }>`
      SELECT t.usual_driver_id AS driver, t.id, t.name FROM fleet_vehicle t
       WHERE t.usual_driver_id = ANY (${ids}::integer[]) AND t.state <> 'retired' AND ${inCompanies(actor.scope, 'company_id')} AND ${seenVehicle(actor)} ORDER BY t.name`.execute(
      tx,
    ),
  );
  const of = Map.groupBy(found.rows, (row) => row.driver);
  return rows.map((row) => ({
    ...row,
    vehicles: (of.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}

async function shownOne(context: Reading, row: Row): Promise<ShownDriver> {
  const [one] = await shown(context, [row]);
  return one as ShownDriver;
}

export const driverHandlers: Handlers<typeof driverRoutes> = {
  ...stored,
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: driver.table,
      spec: driverList,
      query: list,
      scope: actor.scope,
      where: [seenDriver(actor)],
      columns: { papers: papersNow },
    });
    return { data: await shown(context, await readAll(context, ids)), totalRecords };
  },
  get: async (context) => shownOne(context, await stored.read(context)),
  create: async (context) => shownOne(context, await stored.create(context)),
  update: async (context) => shownOne(context, await stored.update(context)),
};

/** Refuses a driver that is not of the company, or that must not drive. */
export async function assertDriver(tx: Tx, companyId: number, id: number): Promise<void> {
  const found = await tx
    .selectFrom('fleetDriver')
    .select('state')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!found) throw invalid('usualDriverId', 'unknown');
  if (found.state === 'blocked') throw invalid('usualDriverId', 'driverBlocked');
}

/** The names and phones of drivers by their ids. */
export async function driversNamed(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('fleetDriver')
    .select(['id', 'name', 'phone'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

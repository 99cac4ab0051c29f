import { sql } from 'kysely';
import { dayMs, wallDay } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo } from '#platform/server/postgres/values.ts';
import type { AddedVehicle } from './demo-vehicles.ts';

const dayIn = (days: number): string => wallDay(Date.now() + days * dayMs, 'Asia/Dubai');

/** With the vehicles that they usually drive, by name. The Emirates IDs are made up. */
const drivers = [
  {
    name: 'أحمد البلوشي',
    no: 'T-101',
    phone: '+971501100201',
    drives: ['Van 1'],
    licence: 410,
    card: 300,
    id: '784-1988-4410273-4',
  },
  {
    name: 'Rajesh Kumar',
    no: 'T-102',
    phone: '+971501100202',
    drives: ['Van 2', 'Van 3'],
    licence: 22,
    card: 180,
    id: '784-1984-7719305-2',
  },
  {
    name: 'Joseph Santos',
    no: 'T-103',
    phone: '+971501100203',
    drives: ['Truck 7'],
    licence: 260,
    card: 95,
    id: '784-1991-2093386-5',
  },
  {
    name: 'Muhammad Iqbal',
    no: 'T-104',
    phone: '+971501100204',
    drives: ['شاحنة 3', 'شاحنة 4'],
    licence: -4,
    card: 210,
    id: '784-1979-5538120-7',
  },
  {
    name: 'خلفان الهنائي',
    no: 'T-105',
    phone: '+971501100205',
    drives: ['Truck 12'],
    licence: 640,
    card: 500,
    id: '784-1982-8804611-3',
  },
  {
    name: 'Daniel Okafor',
    no: 'T-106',
    phone: '+971501100206',
    drives: ['Reefer 1'],
    licence: 150,
    card: 150,
    id: '784-1993-3391447-8',
  },
  {
    name: 'سعيد المهيري',
    no: 'T-107',
    phone: '+971501100207',
    drives: ['Reefer 2'],
    licence: 330,
    card: 720,
    id: '784-1990-6627158-1',
  },
] as const;
const onLeave = 'Daniel Okafor';

/** The drivers of the demo, at the sites of the first vehicle of each. */
export async function addDemoDrivers(tx: Tx, vehicles: readonly AddedVehicle[]): Promise<void> {
  const byName = new Map(vehicles.map((vehicle) => [vehicle.name, vehicle]));
  const rows = drivers.flatMap(({ name, no, phone, drives: [first], licence, card, id }) => {
    const vehicle = byName.get(first);
    if (!vehicle) return [];
    return {
      ...{ companyId: vehicle.companyId, structureId: vehicle.structureId, name, phone, employeeNo: no },
      ...{ licenceNo: `30${no.slice(2)}77`, licenceCategories: 'B, C', licenceExpires: dayIn(licence) },
      ...{ emiratesId: id, emiratesIdExpires: dayIn(card), createdAt: sqlAgo(300, 'day') },
      state: name === onLeave ? ('leave' as const) : ('active' as const),
    };
  });
  const added = await tx.insertInto('fleetDriver').values(rows).returning(['id', 'name']).execute();
  const driven = added.flatMap(({ id, name }) =>
    (drivers.find((one) => one.name === name)?.drives ?? []).map((vehicle) => ({
      driver: id,
      vehicle: byName.get(vehicle)?.id ?? 0,
    })),
  );
  await sql`UPDATE fleet_vehicle v SET usual_driver_id = n.driver
    FROM unnest(${driven.map(({ vehicle }) => vehicle)}::integer[], ${driven.map((one) => one.driver)}::integer[]) AS n(vehicle, driver) WHERE v.id = n.vehicle`.execute(
    tx,
  );
}

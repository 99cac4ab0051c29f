import { beforeEach } from 'vitest';
import type { TestPerson } from '../../testing.ts';
import { app, customer, depotApi, ids, newRack, sites, withRacks } from './racks.ts';

/** Two racks at the first site and one at the second, and a device of the inventory. */
export let racks: { a: number; b: number; far: number };
export let device: number;
/** Starts the product with racks, and has new ones and a new device before each test. */
export function withFittings(): void {
  withRacks();
  beforeEach(async () => {
    // Names of spaces are unique within their site.
    await app.kit.pool.query("UPDATE space SET name = 'Former ' || id WHERE kind = 'rack'");
    racks = { a: await newRack('A'), b: await newRack('B'), far: await newRack('Far', sites[1]) };
    device = await newDevice();
  });
}

let serials = 0;
export async function newDevice(): Promise<number> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     VALUES ($1, 'depot', 921, 92101, 'Sensor', 'FIT' || lpad($2::text, 9, '0'), 'inventory') RETURNING id`,
    [ids.reem, serials++],
  );
  return rows[0].id;
}

export const hour = (n: number) => new Date(Date.UTC(2026, 0, 5, n)).toISOString();
type Options = { at?: string; why?: string; move?: boolean; main?: boolean; of?: number; person?: TestPerson };
export const fitTo = (rack: number, { of = device, person = customer, ...body }: Options = {}) =>
  person.call('POST', `${depotApi}/device/${of}/fit`, { body: { subject: { type: 'rack', id: rack }, ...body } });
export const unfit = (body: object = {}, of = device, person = customer) =>
  person.call('POST', `${depotApi}/device/${of}/unfit`, { body });
export const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 418
    ? [418, ...(body.errors as { param: string; msg: string }[]).map(({ param, msg }) => `${param} ${msg}`)]
    : status === 200
      ? [200]
      : [status, body.word];
export const list = async (query: string, person = customer) =>
  (await person.call('GET', `${depotApi}/device/fitting?${query}`)).body.data;
/** The spans of a device from the first on: the rack and the hours from and to. */
export const spans = async (of = device) =>
  (await list(`deviceId=${of}&sort[fromAt]=asc`)).map(
    ({ subject, fromAt, toAt }: { subject: { id: number }; fromAt: string; toAt: string | null }) => [
      subject.id,
      fromAt,
      toAt,
    ],
  );
export const placeOf = async (of = device) => {
  const { rows } = await app.kit.pool.query('SELECT state, structure_id FROM device WHERE id = $1', [of]);
  return [rows[0].state, rows[0].structure_id];
};

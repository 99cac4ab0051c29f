import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

export let app: Rasid;
export let customer: TestPerson;
export let viewer: TestPerson;
export let stranger: TestPerson;
export type Row = { id: number; structure: { id: number }; floor: { id: number } | null; state: string };
export let device: Row;
export let structureId: number;
export let floorId: number;
export let otherStructureId: number;

export const queryRow = async (query: string, values: unknown[] = []) =>
  (await app.kit.pool.query(query, values)).rows[0];
/** Starts the product on a separate database and deletes all layouts before each test. */
export function withLayouts(): void {
  beforeAll(async () => {
    app = await rasid();
    customer = await app.signIn('customer@rasid.test');
    viewer = await app.signIn('viewer@rasid.test');
    stranger = await app.signIn('other@rasid.test');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.kit.pool.query('DELETE FROM layout');
    structureId = (await queryRow("SELECT id FROM structure WHERE name = 'Marina Heights'")).id;
    floorId = (await queryRow("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Ground'", [structureId])).id;
    otherStructureId = (await queryRow("SELECT id FROM structure WHERE name = 'Creek Gardens'")).id;
    device = (await customer.call('GET', `/sample/device?structureId=${structureId}&limit=1`)).body.data[0];
  });
}

export const picture = async (width = 300, height = 200, background = '#e8f6f5') =>
  new Blob([
    Uint8Array.from(
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ]);
export function form(fields: Record<string, string | number | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) data.set(name, value, 'plan.png');
    else data.set(name, String(value));
  return data;
}
let layoutCount = 0;
export const postLayout = async (fields: object = {}, person = customer) =>
  person.call('POST', '/layout', {
    body: form({ structureId, floorId, name: `Plan ${++layoutCount}`, image: await picture(), ...fields }),
  });
export const createLayout = async (fields: object = {}) => (await postLayout(fields)).body.data;
export const addDevice = (layout: { id: number }, body: object = {}, person = customer) =>
  person.call('POST', `/layout/${layout.id}/add-device`, { body: { deviceId: device.id, x: 0.25, y: 0.5, ...body } });
export const placedDevices = async (layout: { id: number }, person = customer) =>
  (await person.call('GET', `/layout/${layout.id}/placed`)).body.data as { id: number; x: number; y: number }[];
export const fileCount = async () => Number((await queryRow('SELECT count(*) AS n FROM stored_file')).n);

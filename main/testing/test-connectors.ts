import { afterAll, beforeAll, expect } from 'vitest';
import type { Connector } from '#core/integrations/common/connector.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

export type MadeConnector = Connector & { secret: string };
export let app: Rasid;
export let customer: TestPerson;
export let other: TestPerson;
/** Two minutes ago, in whole seconds. */
export const twoMinutesAgo = Math.floor(Date.now() / 1000) * 1000 - 120_000;
export const time = new Date(twoMinutesAgo).toISOString();

/** Starts the product on a separate database, for connectors of two companies. */
export function withConnectors(): void {
  beforeAll(async () => {
    app = await rasid({ start: true });
    customer = await app.signIn('customer@rasid.test');
    other = await app.signIn('other@rasid.test');
  });
  afterAll(() => app.close());
}

let count = 0;
export async function connect(kind: string, more: object = {}, person = customer): Promise<MadeConnector> {
  const made = await person.call('POST', '/connector', { body: { kind, name: `${kind} ${count++}`, ...more } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data;
}
export const post = ({ key, secret }: Pick<MadeConnector, 'key' | 'secret'>, body: unknown, query = '') =>
  app.anonymous.call('POST', `/v1/connect/${key}${query}`, {
    body,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  });

/** Adds a device to the inventory and returns its id. */
export async function addDevice(serial: string, hardwareId: number, person = customer): Promise<number> {
  const added = await person.call('POST', '/sample/device', { body: { serial, hardwareId } });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return added.body.data.id;
}
/** Adds a device and installs it next to another one of the customer: only installed devices have alarms. */
export async function addInstalled(serial: string, hardwareId: number): Promise<number> {
  const device = await addDevice(serial, hardwareId);
  const [installed] = (await customer.call('GET', '/sample/device?limit=1&state=installed')).body.data;
  const body = { structureId: installed.structure.id };
  expect((await customer.call('PUT', `/sample/device/${device}/install`, { body })).status).toBe(200);
  return device;
}
const sensors = { battery: 1, rssi: 2, temperature: 13, volume: 23 };
/** The readings of a sensor, the oldest first. */
export const readings = async (
  device: number,
  sensor: keyof typeof sensors,
): Promise<{ value: number; time: string }[]> =>
  (
    await app.kit.pool.query('SELECT value, time FROM reading WHERE device_id = $1 AND sensor_id = $2 ORDER BY time', [
      device,
      sensors[sensor],
    ])
  ).rows;
export const letters = async (connector: Pick<Connector, 'id'>, person = customer) =>
  (await person.call('GET', `/telemetry/dead-letter?connectorId=${connector.id}`)).body.data;

import { afterAll, beforeAll, expect } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';

export let app: Rasid;
/** An administrator of the company, somebody whose abilities `permit` sets, and an administrator of another company. */
export let customer: TestPerson;
export let operator: TestPerson;
export let stranger: TestPerson;
export let company: number;
/** Two sites of the company. */
export let sites: [number, number];

/** Starts the product on a separate database, in which two companies have the app. */
export function withFleet(): void {
  beforeAll(async () => {
    app = await rasid();
    company = await inSystem(app.kit.db, async (tx) => {
      const { reem, qasr } = await demoCompanies(tx);
      await grantApp(tx, 'fleet', [reem, qasr]);
      return reem;
    });
    [customer, operator, stranger] = (await Promise.all(
      ['customer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
    )) as [TestPerson, TestPerson, TestPerson];
    const found = (await customer.call('GET', `/company/${company}/structure?limit=2`)).body.data;
    sites = [found[0].id, found[1].id];
  });
  afterAll(() => app.close());
}

type Method = Parameters<TestPerson['call']>[0];
export const call = (method: Method, path: string, body?: object, person = customer) =>
  person.call(method, `/fleet/api${path}`, body ? { body } : {});

let plates = 0;
export const vehicleBody = (more: object = {}) => ({
  name: 'Van',
  structureId: sites[0],
  plate: { country: 'AE', emirate: 'dubai', category: 'A', number: String(++plates) },
  type: 'van',
  propulsion: 'diesel',
  ...more,
});
export async function newVehicle(more: object = {}): Promise<{ id: number; name: string }> {
  const { status, body } = await call('POST', '/vehicle', vehicleBody(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}

export const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 418
    ? [418, ...(body.errors as { param: string; msg: string }[]).map(({ param, msg }) => `${param} ${msg}`)]
    : status < 300
      ? [status]
      : [status, body.word];

/** Allows the operator these actions with vehicles at each site, and nothing else. */
export async function permit(
  at: readonly (readonly [site: number | '*', entity: string, actions: readonly string[]])[],
) {
  const { pool } = app.kit;
  const { id } = (await operator.call('GET', '/session')).body.data.user;
  await pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [id]);
  for (const [site, entity, actions] of at)
    await pool.query(
      `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'fleet', gen_random_uuid()::text) RETURNING id),
            member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, $1, $2 FROM made),
            site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, $1, $3 FROM made)
       INSERT INTO permission_group_grant (group_id, company_id, entity, actions) SELECT id, $1, $4, $5 FROM made`,
      [company, id, String(site), entity, actions],
    );
}

let serials = 0;
/** A tracker of the inventory with an active subscription. */
export async function newTracker(name = 'Tracker'): Promise<number> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, has_token, activation_at)
     VALUES ($1, 'fleet', 22, 2201, $2, 'FLT' || lpad($3::text, 9, '0'), 'inventory', true, now() - interval '90 days') RETURNING id`,
    [company, name, serials++],
  );
  return rows[0].id;
}
type Fitting = { at?: string; why?: string; move?: boolean; main?: boolean };
export const fitTo = (device: number, vehicle: number, more: Fitting = {}) =>
  call('POST', `/device/${device}/fit`, { subject: { type: 'vehicle', id: vehicle }, ...more });
export async function fittedTracker(vehicle: number, at: string): Promise<number> {
  const device = await newTracker();
  expect(outcome(await fitTo(device, vehicle, { at }))).toEqual([200]);
  return device;
}

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { addDemoPeople, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { duePremises } from '#solutions/defcon/server/police/assign-police.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';

export let app: Rasid;
export let platform: TestPerson;
export let hq: TestPerson;
/** Of a station of that headquarters. */
export let officer: TestPerson;
export let customer: TestPerson;
/** Of a security company. */
export let aman: TestPerson;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;
/** The headquarters of the demo. */
export let hqId: number;
export let country: number;

/** Starts the product and signs in to the police of its demo, a customer and a security company. */
export function withPolice(): void {
  beforeAll(async () => {
    app = await rasid();
    ids = await inSystem(app.kit.db, async (tx) => {
      const companies = await demoCompanies(tx);
      await grantApp(tx, 'defcon', [companies.reem, companies.qasr, companies.sahel]);
      await addDemoPeople(tx, 'defcon', [
        {
          ...{ email: 'monitor@rasid.test', firstName: 'هند', lastName: 'الشامسي', locale: 'ar' },
          ...{ companyId: companies.aman, role: 'Admin', appRole: null },
        },
      ]);
      return companies;
    });
    [platform, hq, officer, customer, aman] = (await Promise.all(
      ['super', 'hq', 'station', 'customer', 'monitor'].map((name) => app.signIn(`${name}@rasid.test`)),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    const found = (await hq.call('GET', '/defcon/police/locality?kind=headquarters')).body.data[0];
    [hqId, country] = [found.id, found.countryId];
  });
  afterAll(() => app.close());
  beforeEach(() => {
    west += 0.5;
    if (west > 55) [west, south] = [53.5, south + 0.5];
  });
}

/** Each test draws in a district of its own in the desert, 0.5 degrees wide. */
export let [west, south] = [53, 23.2];

export const square = (west: number, south: number, size = 0.1, height = size) => [
  {
    outer: [
      { lat: south, lng: west },
      { lat: south, lng: west + size },
      { lat: south + height, lng: west + size },
      { lat: south + height, lng: west },
    ],
    holes: [],
  },
];
let made = 0;
export const draft = (more: object = {}) => {
  made += 1;
  return {
    ...{ kind: 'local', hqId, nameEn: `Station ${made}`, nameAr: `مركز ${made}`, code: `T-${made}`, phone: null },
    ...{ polygons: square(60, 0), adminEmail: `admin${made}@police.test`, firstName: 'Noor', lastName: 'Saleh' },
    ...more,
  };
};
export const police = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, person = hq) =>
  person.call(method, `/defcon/police/${path}`, body ? { body } : {});
export async function addStation(polygons: object, more: object = {}, person = hq): Promise<number> {
  const reply = await police('POST', 'locality', draft({ polygons, ...more }), person);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
}
export const addHeadquarters = (polygons: object, more: object = {}) =>
  addStation(polygons, { kind: 'headquarters', hqId: null, countryId: country, ...more }, platform);
export const change = (id: number, body: object, person = hq) => police('PUT', `locality/${id}`, body, person);
export const assignDue = () => doDue(app.kit, [duePremises]);

/** A structure of the customer at this place, with premises. */
export async function addPremises(lng: number | null, lat: number | null): Promise<number> {
  made += 1;
  const reply = await customer.call('POST', `/company/${ids.reem}/structure`, {
    body: { name: `Premises ${made}`, countryId: country, location: lng === null ? null : { lng, lat } },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const { id } = reply.body.data;
  await app.kit.pool.query('INSERT INTO defcon_premises (company_id, structure_id, assign_at) VALUES ($1, $2, now())', [
    ids.reem,
    id,
  ]);
  await assignDue();
  return id;
}
export async function stationOf(
  structureId: number,
): Promise<{ station: number | null; hq: number | null; basis: string }> {
  const { rows } = await app.kit.pool.query(
    'SELECT station_id AS station, hq_id AS hq, basis FROM defcon_premises WHERE structure_id = $1',
    [structureId],
  );
  return rows[0];
}
export const move = (id: number, lng: number, lat: number) =>
  customer.call('PATCH', `/company/${ids.reem}/structure/${id}`, { body: { location: { lng, lat } } });

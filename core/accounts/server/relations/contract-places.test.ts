import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { withinContract } from './contract.ts';

let app: Rasid;
let customer: TestPerson;
let provider: TestPerson;
let reem: number;
let request: number;
let sites: number[];

beforeAll(async () => {
  app = await rasid();
  [customer, provider] = [await app.signIn('customer@rasid.test'), await app.signIn('integrator@rasid.test')];
  const companies = await inSystem(app.kit.db, demoCompanies);
  reem = companies.reem;
  const found = (await customer.call('GET', `/company/${reem}/structure?limit=10`)).body.data;
  sites = found.map(({ id }: { id: number }) => id);
  const { data } = (await customer.call('GET', `/company/${reem}/request?status=engaged&limit=100`)).body;
  request = data.find(({ company }: { company: { id: number } | null }) => company?.id === companies.najm).id;
});
afterAll(() => app.close());

const abilities = ['structure.structure.read', 'sample.device.read'];
const set = (terms: object) => customer.call('PATCH', `/company/${reem}/request/${request}/contract`, { body: terms });
const asProvider = (path: string) => provider.call('GET', path, { headers: { 'customer-id': String(reem) } });
const structures = async () =>
  (await asProvider(`/company/${reem}/structure?limit=100`)).body.data.map(({ id }: { id: number }) => id);
const devicesAt = async () => {
  const { data } = (await asProvider('/sample/device?limit=100')).body;
  return [...new Set(data.map(({ structure }: { structure: { id: number } | null }) => structure?.id ?? null))];
};

test('a contract for one site shows its provider that site and its devices only, also by their addresses', async () => {
  const [first, second] = sites as [number, number];
  const agreed = await set({ contractAbilities: abilities, contractResources: [first] });
  expect([agreed.status, agreed.body.data?.contractResources]).toEqual([200, [first]]);
  expect(await structures()).toEqual([first]);
  expect(await devicesAt()).toEqual([first]);
  const [elsewhere] = (await customer.call('GET', `/sample/device?structureId=${second}&limit=1`)).body.data;
  const [here] = (await customer.call('GET', `/sample/device?structureId=${first}&limit=1`)).body.data;
  expect((await asProvider(`/sample/device/${elsewhere.id}`)).status).toBe(404);
  expect((await asProvider(`/sample/device/${here.id}`)).status).toBe(200);
  await set({ contractResources: null });
  expect((await structures()).length).toBeGreaterThan(1);
});

test('people of the provider get what their own groups and the contract have in common, at its sites', () => {
  const user = { isAdmin: false, adminType: null } as Parameters<typeof withinContract>[0];
  const granted = {
    mask: '',
    abilities: {
      sample: { '*': { device: ['read', 'update'] }, '4': { alarm: ['read'] }, '7': { device: ['read'] } },
      structure: { '7': { structure: ['read'] } },
    },
  };
  const named = ['sample.device.read', 'sample.alarm.read', 'structure.structure.read'];
  const within = (resources: number[] | null) =>
    withinContract(user, granted, { abilities: named, resources }).abilities;
  expect(within([4, 5])).toEqual({
    sample: { '4': { device: ['read'], alarm: ['read'] }, '5': { device: ['read'] } },
    structure: { '4': {}, '5': {} },
  });
  expect(within(null).sample).toEqual({
    '*': { device: ['read'] },
    '4': { alarm: ['read'] },
    '7': { device: ['read'] },
  });
});

test('a contract for some sites names abilities, or it would be about all of them', async () => {
  await set({ contractResources: null });
  const refused = await set({ contractAbilities: null, contractResources: [sites[0]] });
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'contractAbilities', msg: 'Required' }]]);
  await set({ contractAbilities: abilities, contractResources: [sites[0]] });
  expect((await set({ contractAbilities: null })).status).toBe(418);
});

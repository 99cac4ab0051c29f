import { expect, test } from 'vitest';
import {
  breakIn,
  guard,
  hq,
  ids,
  of,
  opens,
  panels,
  security,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPerson } from '#main/testing.ts';
import type { SecurityCustomer } from '../../common/customers/customer.ts';

withDesk();

const list = async (person: TestPerson, query = ''): Promise<SecurityCustomer[]> =>
  (await of(person)('GET', `/security-company/customer?${query}`)).body.data;
const reem = async (person = guard) => (await list(person)).find(({ customer }) => customer.id === ids.reem);
const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('a security company adds a customer with its contract in one step, and has it in its list', async () => {
  const contractTo = until(90);
  const made = await security.call('POST', '/company/customer', {
    body: {
      ...{ name: 'Palm Bakery', email: 'hello@palm.test', contractTo, locale: 'en' },
      ...{ firstName: 'Salma', lastName: 'Nasser', adminEmail: 'salma@palm.test' },
    },
  });
  expect(made.status).toBe(201);
  const [row] = await list(security, 'search=palm');
  expect(row).toMatchObject({
    ...{ customer: { id: made.body.data.id, name: 'Palm Bakery' }, provider: { id: ids.aman } },
    ...{ contractTo, contractRuns: true, contractStatus: 'Active', panels: 0, incidents: 0, lapsing: 0 },
  });
});

test('its people read how many panels of each customer they watch, and what of them needs attention', async () => {
  const before = await reem();
  const panel = await watched();
  await panels.app.kit.pool.query("UPDATE device SET expiration_at = now() + interval '29 days' WHERE id = $1", [
    panel.id,
  ]);
  await breakIn(panel);
  const { panels: watchedBefore = 0, incidents = 0, lapsing = 0 } = before ?? {};
  expect(await reem()).toMatchObject({ panels: watchedBefore + 1, incidents: incidents + 1, lapsing: lapsing + 1 });
  await panels.app.kit.pool.query("UPDATE device SET expiration_at = now() + interval '31 days' WHERE id = $1", [
    panel.id,
  ]);
  expect(await reem()).toMatchObject({ lapsing });
  const counts = (await list(security, 'sort[panels]=desc')).map((row) => row.panels);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(await list(security, 'sort[panels]=desc&limit=1&skip=1')).toMatchObject([{ panels: counts[1] }]);
});

test('neither customers nor the police have customers in it', async () => {
  for (const person of [panels.customer, hq]) expect(await list(person)).toEqual([]);
  for (const person of [panels.customer, hq])
    expect([403, 404]).toContain(await opens(person, `/security-company/customer/${ids.reem}/site`));
  const platform = await panels.app.signIn('super@rasid.test');
  expect((await list(platform)).map(({ provider }) => provider.id)).toContain(ids.aman);
});

test('whom to call is known where panels are watched, and at no other customer', async () => {
  const panel = await watched();
  const sites = `/security-company/customer/${ids.reem}/site`;
  const { data } = (await of(guard)('GET', sites)).body;
  const [site] = data.filter((one: { panels: { id: number }[] }) => one.panels.some(({ id }) => id === panel.id));
  expect(site.contacts).toEqual([{ position: 1, name: 'Hessa Al Marri', phone: '+971505550151', language: 'en' }]);
  expect(await opens(guard, `/security-company/customer/${ids.wadi}/site`)).toBe(404);
  await of(security)('POST', `/device-assign/${panel.assignment}/end`);
  const after = (await of(guard)('GET', sites)).body.data.flatMap((one: { panels: { id: number }[] }) => one.panels);
  expect(after.map(({ id }: { id: number }) => id)).not.toContain(panel.id);
});

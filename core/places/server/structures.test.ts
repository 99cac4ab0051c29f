import { beforeAll, expect, test } from 'vitest';
import { app, customer, ids, withCompanies } from '#main/test-companies.ts';
import type { Person } from '#main/testing.ts';

let path: string;
withCompanies();
beforeAll(() => {
  path = `/company/${ids.reem}/structure`;
});

const dubai = 292223;
const riyadh = 108410;
const namesOf = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map(({ name }) => name);
const add = async (body: object) =>
  (await customer.call('POST', path, { body: { countryId: 233, ...body } })).body.data;

test('a structure is made, read, changed and removed', async () => {
  const made = await customer.call('POST', path, {
    body: { name: 'Palm Court', kind: 'villa', countryId: 233, cityId: dubai, location: { lat: 25.1, lng: 55.1 } },
  });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    name: 'Palm Court',
    city: { name: 'Dubai' },
    area: null,
    address: '',
    location: { lat: 25.1, lng: 55.1 },
    companyId: ids.reem,
  });
  const one = `${path}/${made.body.data.id}`;
  expect((await customer.call('PATCH', one, { body: { address: 'Frond K' } })).body.data).toMatchObject({
    name: 'Palm Court',
    address: 'Frond K',
    location: { lat: 25.1, lng: 55.1 },
    cityId: dubai,
  });
  expect((await customer.call('PATCH', one, { body: { location: null } })).body.data.location).toBeNull();
  expect((await customer.call('GET', one, { headers: { 'accept-language': 'ar' } })).body.data.city.name).toBe('دبي');
  expect((await customer.call('DELETE', one)).status).toBe(204);
  expect((await customer.call('GET', one)).status).toBe(404);
});

test.each([
  [{ name: '  ' }, 'name', 'Required'],
  [{ cityId: riyadh }, 'cityId', 'invalid'],
  [{ countryId: 9999 }, 'countryId', 'invalid'],
  [{ countryId: -1 }, 'countryId', 'pleaseInputIDRight'],
  [{ areaId: 999_999 }, 'areaId', 'invalid'],
  [{ parentId: 999_999 }, 'parentId', 'invalid'],
  [{ location: { lat: 91, lng: 0 } }, 'location.lat', 'outOfRange'],
])('a structure with %j is refused', async (body, param, msg) => {
  const reply = await customer.call('POST', path, { body: { name: 'X', countryId: 233, ...body } });
  expect([reply.status, reply.body.errors]).toEqual([418, [{ param, msg }]]);
});

test('a structure never stands within itself, however far down', async () => {
  const outer = await add({ name: 'Outer' });
  const middle = await add({ name: 'Middle', parentId: outer.id });
  const inner = await add({ name: 'Inner', parentId: middle.id });
  for (const parentId of [outer.id, inner.id]) {
    const reply = await customer.call('PATCH', `${path}/${outer.id}`, { body: { parentId } });
    expect([reply.status, reply.body.word]).toEqual([409, 'structure-within-itself']);
  }
  expect(namesOf(await customer.call('GET', `${path}/${outer.id}/inner-structure`))).toEqual(['Middle']);
  expect((await customer.call('DELETE', `${path}/${outer.id}`)).body.word).toBe('still-in-use');
});

test('structures are searched in both scripts, filtered and sorted', async () => {
  expect(namesOf(await customer.call('GET', `${path}/search?search=${encodeURIComponent('برج السعديّات')}`))).toEqual([
    'برج السعديات',
  ]);
  expect(namesOf(await customer.call('GET', `${path}?search=MARINA`))).toEqual(['Marina Heights']);
  expect(namesOf(await customer.call('GET', `${path}?kind=plant,villa&sort[name]=desc`))).toEqual([
    'Reem Pumping Station',
    'Corniche Villas',
  ]);
  expect(namesOf(await customer.call('GET', `${path}?cityId=${dubai}&limit=1&skip=1`))).toEqual(['Marina Heights']);
  expect((await customer.call('GET', `${path}?colour=red`)).status).toBe(418);
});

test('a viewer sees only the structures that the own groups name, and changes none', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const seen = await viewer.call('GET', path);
  expect(namesOf(seen).sort()).toEqual(['Creek Gardens', 'Marina Heights', 'برج السعديات']);
  expect((await viewer.call('GET', `${path}/meta`)).body.data.total).toBe(3);
  expect((await viewer.call('GET', `${path}/statistics`)).body.totalRecords).toBe(3);
  const [hidden] = (await customer.call('GET', `${path}?search=Pumping`)).body.data;
  for (const part of ['', '/floor', '/space', '/inner-structure'])
    expect((await viewer.call('GET', `${path}/${hidden.id}${part}`)).status).toBe(404);
  expect((await viewer.call('PATCH', `${path}/${seen.body.data[0].id}`, { body: { name: 'Mine' } })).status).toBe(403);
});

test('inner structures are counted, and the one around is named, as far as one sees them', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const [around, within] = (await viewer.call('GET', `${path}?sort[name]=asc`)).body.data as { id: number }[];
  const before = await customer.call('GET', `${path}/${within?.id}`);
  await customer.call('PATCH', `${path}/${within?.id}`, { body: { parentId: around?.id } });
  const hidden = await add({ name: 'Unnamed by groups', parentId: around?.id });
  const counted = async (person: Person) => [
    (await person.call('GET', `${path}/${around?.id}`)).body.data.innerStructures,
    (await person.call('GET', `${path}?id=${around?.id}`)).body.data[0].innerStructures,
    (await person.call('GET', `${path}/${around?.id}/inner-structure`)).body.totalRecords,
  ];
  expect([await counted(customer), await counted(viewer)]).toEqual([
    [2, 2, 2],
    [1, 1, 1],
  ]);
  await customer.call('PATCH', `${path}/${within?.id}`, { body: { parentId: hidden.id } });
  const parentOf = async (person: Person) => (await person.call('GET', `${path}/${within?.id}`)).body.data.parent;
  expect([await parentOf(customer), await parentOf(viewer)]).toEqual([{ id: hidden.id, name: hidden.name }, null]);
  await customer.call('PATCH', `${path}/${within?.id}`, { body: { parentId: before.body.data.parentId } });
  await customer.call('DELETE', `${path}/${hidden.id}`);
});

test('the structures of another company do not exist', async () => {
  const theirs = await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1', [ids.qasr]);
  const id = theirs.rows[0].id;
  for (const at of [
    `/company/${ids.qasr}/structure`,
    `/company/${ids.qasr}/structure/${id}`,
    `${path}/${id}`,
    `${path}/${id}/floor`,
    `/company/${ids.qasr}/area`,
  ]) {
    expect((await customer.call('GET', at)).status).toBe(404);
  }
  expect(
    (await customer.call('POST', `/company/${ids.qasr}/structure`, { body: { name: 'X', countryId: 233 } })).status,
  ).toBe(404);
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { name: 'X' } })).status).toBe(404);
  expect((await customer.call('POST', path, { body: { name: 'X', countryId: 233, parentId: id } })).status).toBe(418);
});

test('an integrator reads its clients at once, and selects one before it changes anything', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  expect((await integrator.call('GET', path)).status).toBe(200);
  const body = { name: 'Annex', countryId: 233 };
  const alone = await integrator.call('POST', path, { body });
  expect([alone.status, alone.body.word]).toEqual([409, 'select-a-customer']);
  const headers = { 'customer-id': String(ids.reem) };
  expect((await integrator.call('POST', path, { body, headers })).status).toBe(201);
  expect((await integrator.call('GET', `/company/${ids.wadi}/structure`, { headers })).status).toBe(404);
});

test('an area tells its city and how many structures lie in it, and stays while some do', async () => {
  const areas = `/company/${ids.reem}/area`;
  const [marina] = (await customer.call('GET', `${areas}?search=marina`, { headers: { 'accept-language': 'ar' } })).body
    .data;
  expect(marina).toMatchObject({
    name: 'Dubai Marina',
    city: { id: dubai, name: 'دبي', countryId: 233 },
    structures: 1,
  });
  const used = (await customer.call('DELETE', `${areas}/${marina.id}`)).body;
  // What the database calls its constraints is nobody's matter.
  expect([used.word, used.detail]).toEqual(['still-in-use', {}]);
  expect((await customer.call('POST', areas, { body: { name: 'Nowhere', cityId: 1 } })).body.errors).toEqual([
    { param: 'cityId', msg: 'invalid' },
  ]);
});

test('an area is named once in a company', async () => {
  const areas = `/company/${ids.reem}/area`;
  const made = await customer.call('POST', areas, { body: { name: 'Downtown', cityId: dubai } });
  expect(made.body.data).toMatchObject({ name: 'Downtown', description: '', cityId: dubai });
  expect((await customer.call('POST', areas, { body: { name: 'Downtown' } })).body.errors).toEqual([
    { param: 'name', msg: 'taken' },
  ]);
  expect(
    (await customer.call('PATCH', `${areas}/${made.body.data.id}`, { body: { description: 'Old town' } })).body.data,
  ).toMatchObject({ name: 'Downtown', cityId: dubai });
  expect((await customer.call('DELETE', `${areas}/${made.body.data.id}`)).status).toBe(204);
});

test('a place lies in the country, also when either changes later', async () => {
  const paris = { lat: 48.857, lng: 2.352 };
  const refused = await customer.call('POST', path, { body: { name: 'Far', countryId: 233, location: paris } });
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'location', msg: 'invalidPlace' }]]);
  const { id } = await add({ name: 'Near', location: { lat: 25.2, lng: 55.27 } });
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { location: paris } })).body.errors).toEqual([
    { param: 'location', msg: 'invalidPlace' },
  ]);
  const france = (await customer.call('GET', '/country')).body.data.find(
    (one: { shortCode: string }) => one.shortCode === 'FR',
  );
  const moved = { countryId: france.id, cityId: null };
  expect((await customer.call('PATCH', `${path}/${id}`, { body: moved })).status).toBe(418);
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { ...moved, location: paris } })).status).toBe(200);
});

test('the map of structures gets all that match and have a place', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({ name: `Dot ${at}`, lat: 24 + at / 1000, lng: 54 }));
  await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id, lat, lng) SELECT $1, name, 233, lat, lng FROM jsonb_to_recordset($2) AS r (name text, lat float8, lng float8)`,
    [ids.reem, JSON.stringify(rows)],
  );
  await add({ name: 'Dot without a place' });
  const found = await customer.call('GET', `${path}/points?search=dot&kind=building`);
  expect([found.body.data.length, found.body.totalRecords]).toEqual([130, 131]);
  expect(found.body.data[0]).toMatchObject({ name: 'Dot 0', lat: 24, lng: 54 });
  expect((await customer.call('GET', `${path}/points?search=dot&kind=villa`)).body.data).toEqual([]);
});

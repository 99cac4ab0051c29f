import { beforeAll, expect, test } from 'vitest';
import { app, customer, ids, withCompanies } from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

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

test('a structure can be created, read, updated and deleted', async () => {
  const created = await customer.call('POST', path, {
    body: { name: 'Palm Court', kind: 'villa', countryId: 233, cityId: dubai, location: { lat: 25.1, lng: 55.1 } },
  });
  expect(created.status).toBe(201);
  expect(created.body.data).toMatchObject({
    name: 'Palm Court',
    city: { name: 'Dubai' },
    area: null,
    address: '',
    location: { lat: 25.1, lng: 55.1 },
    companyId: ids.reem,
  });
  const structurePath = `${path}/${created.body.data.id}`;
  expect((await customer.call('PATCH', structurePath, { body: { address: 'Frond K' } })).body.data).toMatchObject({
    name: 'Palm Court',
    address: 'Frond K',
    location: { lat: 25.1, lng: 55.1 },
    cityId: dubai,
  });
  expect((await customer.call('PATCH', structurePath, { body: { location: null } })).body.data.location).toBeNull();
  expect(
    (await customer.call('GET', structurePath, { headers: { 'accept-language': 'ar' } })).body.data.city.name,
  ).toBe('دبي');
  expect((await customer.call('DELETE', structurePath)).status).toBe(204);
  expect((await customer.call('GET', structurePath)).status).toBe(404);
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

test('a structure is in its own time zone, else in that of the structure around it, else in that of the company', async () => {
  const outer = await add({ name: 'Abroad', timeZone: 'Africa/Cairo' });
  const block = await add({ name: 'Block', parentId: outer.id });
  const unit = await add({ name: 'Unit', parentId: block.id });
  const own = await add({ name: 'Own', parentId: block.id, timeZone: 'Europe/Athens' });
  const home = await add({ name: 'At home' });
  expect([outer.zone, block.zone, unit.zone, own.zone]).toEqual([
    'Africa/Cairo',
    'Africa/Cairo',
    'Africa/Cairo',
    'Europe/Athens',
  ]);
  const company = (await customer.call('GET', '/session')).body.data.user.company;
  expect(home.zone).toBe(company.timeZone);
  const refused = await customer.call('POST', path, { body: { name: 'X', countryId: 233, timeZone: 'Mars/Olympus' } });
  expect([refused.status, refused.body.errors[0].param]).toEqual([418, 'timeZone']);
});

test('a structure cannot be an ancestor of itself', async () => {
  const outer = await add({ name: 'Outer' });
  const middle = await add({ name: 'Middle', parentId: outer.id });
  const inner = await add({ name: 'Inner', parentId: middle.id });
  for (const parentId of [outer.id, inner.id]) {
    const reply = await customer.call('PATCH', `${path}/${outer.id}`, { body: { parentId } });
    expect([reply.status, reply.body.word]).toEqual([409, 'structure-within-itself']);
  }
  expect(namesOf(await customer.call('GET', `${path}/${outer.id}/inner-structure`))).toEqual(['Middle']);
  const held = (await customer.call('DELETE', `${path}/${outer.id}`)).body;
  expect([held.word, held.detail]).toEqual(['in-use', { by: 'places.inner-structure', count: 1 }]);
});

test('structures can be searched in both scripts, filtered and sorted', async () => {
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

test('a viewer can only read the structures of their own permission groups, and cannot change any', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const reply = await viewer.call('GET', path);
  expect(namesOf(reply).sort()).toEqual(['Creek Gardens', 'Marina Heights', 'برج السعديات']);
  expect((await viewer.call('GET', `${path}/meta`)).body.data.total).toBe(3);
  expect((await viewer.call('GET', `${path}/statistics`)).body.totalRecords).toBe(3);
  const [hidden] = (await customer.call('GET', `${path}?search=Pumping`)).body.data;
  for (const part of ['', '/floor', '/space', '/inner-structure'])
    expect((await viewer.call('GET', `${path}/${hidden.id}${part}`)).status).toBe(404);
  expect((await viewer.call('PATCH', `${path}/${reply.body.data[0].id}`, { body: { name: 'Mine' } })).status).toBe(403);
});

test('counts of inner structures and names of parents include only visible structures', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const [outer, inner] = (await viewer.call('GET', `${path}?sort[name]=asc`)).body.data as { id: number }[];
  const before = await customer.call('GET', `${path}/${inner?.id}`);
  await customer.call('PATCH', `${path}/${inner?.id}`, { body: { parentId: outer?.id } });
  const hidden = await add({ name: 'Unnamed by groups', parentId: outer?.id });
  const innerCounts = async (person: TestPerson) => [
    (await person.call('GET', `${path}/${outer?.id}`)).body.data.innerStructures,
    (await person.call('GET', `${path}?id=${outer?.id}`)).body.data[0].innerStructures,
    (await person.call('GET', `${path}/${outer?.id}/inner-structure`)).body.totalRecords,
  ];
  expect([await innerCounts(customer), await innerCounts(viewer)]).toEqual([
    [2, 2, 2],
    [1, 1, 1],
  ]);
  await customer.call('PATCH', `${path}/${inner?.id}`, { body: { parentId: hidden.id } });
  const parentOf = async (person: TestPerson) => (await person.call('GET', `${path}/${inner?.id}`)).body.data.parent;
  expect([await parentOf(customer), await parentOf(viewer)]).toEqual([{ id: hidden.id, name: hidden.name }, null]);
  await customer.call('PATCH', `${path}/${inner?.id}`, { body: { parentId: before.body.data.parentId } });
  await customer.call('DELETE', `${path}/${hidden.id}`);
});

test('structures of another company are not found', async () => {
  const theirs = await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1', [ids.qasr]);
  const id = theirs.rows[0].id;
  for (const address of [
    `/company/${ids.qasr}/structure`,
    `/company/${ids.qasr}/structure/${id}`,
    `${path}/${id}`,
    `${path}/${id}/floor`,
    `/company/${ids.qasr}/area`,
  ]) {
    expect((await customer.call('GET', address)).status).toBe(404);
  }
  expect(
    (await customer.call('POST', `/company/${ids.qasr}/structure`, { body: { name: 'X', countryId: 233 } })).status,
  ).toBe(404);
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { name: 'X' } })).status).toBe(404);
  expect((await customer.call('POST', path, { body: { name: 'X', countryId: 233, parentId: id } })).status).toBe(418);
});

test('an integrator can read structures of clients, but must select a client to change them', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  expect((await integrator.call('GET', path)).status).toBe(200);
  const body = { name: 'Annex', countryId: 233 };
  const alone = await integrator.call('POST', path, { body });
  expect([alone.status, alone.body.word]).toEqual([409, 'select-a-customer']);
  const headers = { 'customer-id': String(ids.reem) };
  expect((await integrator.call('POST', path, { body, headers })).status).toBe(201);
  expect((await integrator.call('GET', `/company/${ids.wadi}/structure`, { headers })).status).toBe(404);
});

test('an area has its city and number of structures, and cannot be deleted while it has some', async () => {
  const areas = `/company/${ids.reem}/area`;
  const [marina] = (await customer.call('GET', `${areas}?search=marina`, { headers: { 'accept-language': 'ar' } })).body
    .data;
  expect(marina).toMatchObject({
    name: 'Dubai Marina',
    city: { id: dubai, name: 'دبي', countryId: 233 },
    structures: 1,
  });
  const used = (await customer.call('DELETE', `${areas}/${marina.id}`)).body;
  // Names of database constraints are not exposed.
  expect([used.word, used.detail]).toEqual(['still-in-use', {}]);
  expect((await customer.call('POST', areas, { body: { name: 'Nowhere', cityId: 1 } })).body.errors).toEqual([
    { param: 'cityId', msg: 'invalid' },
  ]);
});

test('the name of an area is unique within a company', async () => {
  const areas = `/company/${ids.reem}/area`;
  const created = await customer.call('POST', areas, { body: { name: 'Downtown', cityId: dubai } });
  expect(created.body.data).toMatchObject({ name: 'Downtown', description: '', cityId: dubai });
  expect((await customer.call('POST', areas, { body: { name: 'Downtown' } })).body.errors).toEqual([
    { param: 'name', msg: 'taken' },
  ]);
  expect(
    (await customer.call('PATCH', `${areas}/${created.body.data.id}`, { body: { description: 'Old town' } })).body.data,
  ).toMatchObject({ name: 'Downtown', cityId: dubai });
  expect((await customer.call('DELETE', `${areas}/${created.body.data.id}`)).status).toBe(204);
});

test('a location must be in the country of the structure, also after a change of either', async () => {
  const paris = { lat: 48.857, lng: 2.352 };
  const refused = await customer.call('POST', path, { body: { name: 'Far', countryId: 233, location: paris } });
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'location', msg: 'invalidPlace' }]]);
  const { id } = await add({ name: 'Near', location: { lat: 25.2, lng: 55.27 } });
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { location: paris } })).body.errors).toEqual([
    { param: 'location', msg: 'invalidPlace' },
  ]);
  const france = (await customer.call('GET', '/country')).body.data.find(
    (structurePath: { shortCode: string }) => structurePath.shortCode === 'FR',
  );
  const moved = { countryId: france.id, cityId: null };
  expect((await customer.call('PATCH', `${path}/${id}`, { body: moved })).status).toBe(418);
  expect((await customer.call('PATCH', `${path}/${id}`, { body: { ...moved, location: paris } })).status).toBe(200);
});

test('the points of the map are all matching structures with a location', async () => {
  const rows = Array.from({ length: 130 }, (_, address) => ({
    name: `Dot ${address}`,
    lat: 24 + address / 1000,
    lng: 54,
  }));
  await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id, lat, lng) SELECT $1, name, 233, lat, lng FROM jsonb_to_recordset($2) AS r (name text, lat float8, lng float8)`,
    [ids.reem, JSON.stringify(rows)],
  );
  await add({ name: 'Dot without a place' });
  const reply = await customer.call('GET', `${path}/points?search=dot&kind=building`);
  expect([reply.body.data.length, reply.body.totalRecords]).toEqual([130, 131]);
  expect(reply.body.data[0]).toMatchObject({ name: 'Dot 0', lat: 24, lng: 54 });
  expect((await customer.call('GET', `${path}/points?search=dot&kind=villa`)).body.data).toEqual([]);
});

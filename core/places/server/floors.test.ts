import { beforeAll, expect, test } from 'vitest';
import { customer, ids, withCompanies } from '#main/test-companies.ts';

let path: string;
withCompanies();
beforeAll(() => {
  path = `/company/${ids.reem}/structure`;
});

const namesOf = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map(({ name }) => name);
const add = async (body: object) =>
  (await customer.call('POST', path, { body: { countryId: 233, ...body } })).body.data;

test('floors and spaces live in their structure', async () => {
  const { id } = await add({ name: 'Tower B' });
  const { id: elsewhere } = await add({ name: 'Tower C' });
  const one = `${path}/${id}`;
  const floor = (await customer.call('POST', `${one}/floor`, { body: { name: 'Ground', level: 0 } })).body.data;
  expect((await customer.call('POST', `${one}/floor`, { body: { name: 'Ground', level: 1 } })).body.errors).toEqual([
    { param: 'name', msg: 'taken' },
  ]);
  const space = await customer.call('POST', `${one}/space`, { body: { name: 'Pump room', floorId: floor.id } });
  expect(space.status).toBe(201);
  expect(
    (await customer.call('POST', `${path}/${elsewhere}/space`, { body: { name: 'Pump room', floorId: floor.id } }))
      .status,
  ).toBe(418);
  expect(
    (await customer.call('PATCH', `${path}/${elsewhere}/floor/${floor.id}`, { body: { name: 'Mine' } })).status,
  ).toBe(404);
  expect((await customer.call('PATCH', `${one}/floor/${floor.id}`, { body: { level: -1 } })).body.data).toMatchObject({
    name: 'Ground',
    level: -1,
  });
  expect((await customer.call('DELETE', `${one}/floor/${floor.id}`)).body.word).toBe('still-in-use');
  expect((await customer.call('DELETE', `${one}/space/${space.body.data.id}`)).status).toBe(204);
  expect((await customer.call('DELETE', `${one}/floor/${floor.id}`)).status).toBe(204);
});

test('several floors are added at once: all of them, or none', async () => {
  const { id } = await add({ name: 'Tower D' });
  const one = `${path}/${id}`;
  const floors = [-1, 0, 1].map((level) => ({ name: `Level ${level}`, level }));
  const made = await customer.call('POST', `${one}/floors`, { body: { floors } });
  expect([made.status, made.body.data.map((row: { level: number }) => row.level)]).toEqual([201, [-1, 0, 1]]);
  const again = await customer.call('POST', `${one}/floors`, {
    body: {
      floors: [
        { name: 'Level 2', level: 2 },
        { name: 'Level 1', level: 1 },
      ],
    },
  });
  expect(again.body.word).toBe('already-exists');
  expect(namesOf(await customer.call('GET', `${one}/floor`))).toEqual(['Level -1', 'Level 0', 'Level 1']);
  const wrong = await customer.call('POST', `${one}/floors`, { body: { floors: [{ name: 'Sky', level: 301 }] } });
  expect(wrong.body.errors).toEqual([{ param: 'floors.0.level', msg: 'outOfRange' }]);
  expect((await customer.call('POST', `${one}/floors`, { body: { floors: [] } })).status).toBe(418);
});

test('spaces are searched by name in any spelling, and tell their floor', async () => {
  const { id } = await add({ name: 'Hotel' });
  const floor = (await customer.call('POST', `${path}/${id}/floor`, { body: { name: 'First', level: 1 } })).body.data;
  for (const name of ['غرفة أ', 'غرفة ب'])
    await customer.call('POST', `${path}/${id}/space`, { body: { name, floorId: floor.id } });
  const found = await customer.call('GET', `${path}/${id}/space?search=${encodeURIComponent('غرفه ا')}`);
  expect(found.body.data).toMatchObject([{ name: 'غرفة أ', floor: { id: floor.id, name: 'First' } }]);
});

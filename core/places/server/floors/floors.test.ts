import { beforeAll, expect, test } from 'vitest';
import { customer, ids, withCompanies } from '#main/testing/test-companies.ts';

let path: string;
withCompanies();
beforeAll(() => {
  path = `/company/${ids.reem}/structure`;
});

const namesOf = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map(({ name }) => name);
const add = async (body: object) =>
  (await customer.call('POST', path, { body: { countryId: 233, ...body } })).body.data;

test('floors and spaces belong to one structure', async () => {
  const { id } = await add({ name: 'Tower B' });
  const { id: elsewhere } = await add({ name: 'Tower C' });
  const structurePath = `${path}/${id}`;
  const floor = (await customer.call('POST', `${structurePath}/floor`, { body: { name: 'Ground', level: 0 } })).body
    .data;
  expect(
    (await customer.call('POST', `${structurePath}/floor`, { body: { name: 'Ground', level: 1 } })).body.errors,
  ).toEqual([{ param: 'name', msg: 'taken' }]);
  const space = await customer.call('POST', `${structurePath}/space`, {
    body: { name: 'Pump room', floorId: floor.id },
  });
  expect(space.status).toBe(201);
  expect(
    (await customer.call('POST', `${path}/${elsewhere}/space`, { body: { name: 'Pump room', floorId: floor.id } }))
      .status,
  ).toBe(418);
  expect(
    (await customer.call('PATCH', `${path}/${elsewhere}/floor/${floor.id}`, { body: { name: 'Mine' } })).status,
  ).toBe(404);
  expect(
    (await customer.call('PATCH', `${structurePath}/floor/${floor.id}`, { body: { level: -1 } })).body.data,
  ).toMatchObject({
    name: 'Ground',
    level: -1,
  });
  const held = (await customer.call('DELETE', `${structurePath}/floor/${floor.id}`)).body;
  expect([held.word, held.detail]).toEqual(['in-use', { by: 'places.space', count: 1 }]);
  expect((await customer.call('DELETE', `${structurePath}/space/${space.body.data.id}`)).status).toBe(204);
  expect((await customer.call('DELETE', `${structurePath}/floor/${floor.id}`)).status).toBe(204);
});

test('several floors are created in one call, or none of them', async () => {
  const { id } = await add({ name: 'Tower D' });
  const structurePath = `${path}/${id}`;
  const floors = [-1, 0, 1].map((level) => ({ name: `Level ${level}`, level }));
  const created = await customer.call('POST', `${structurePath}/floors`, { body: { floors } });
  expect([created.status, created.body.data.map((row: { level: number }) => row.level)]).toEqual([201, [-1, 0, 1]]);
  const again = await customer.call('POST', `${structurePath}/floors`, {
    body: {
      floors: [
        { name: 'Level 2', level: 2 },
        { name: 'Level 1', level: 1 },
      ],
    },
  });
  expect(again.body.word).toBe('already-exists');
  expect(namesOf(await customer.call('GET', `${structurePath}/floor`))).toEqual(['Level -1', 'Level 0', 'Level 1']);
  const wrong = await customer.call('POST', `${structurePath}/floors`, {
    body: { floors: [{ name: 'Sky', level: 301 }] },
  });
  expect(wrong.body.errors).toEqual([{ param: 'floors.0.level', msg: 'outOfRange' }]);
  expect((await customer.call('POST', `${structurePath}/floors`, { body: { floors: [] } })).status).toBe(418);
});

test('spaces are found by name in any spelling and have their floor', async () => {
  const { id } = await add({ name: 'Hotel' });
  const floor = (await customer.call('POST', `${path}/${id}/floor`, { body: { name: 'First', level: 1 } })).body.data;
  for (const name of ['غرفة أ', 'غرفة ب'])
    await customer.call('POST', `${path}/${id}/space`, { body: { name, floorId: floor.id } });
  const reply = await customer.call('GET', `${path}/${id}/space?search=${encodeURIComponent('غرفه ا')}`);
  expect(reply.body.data).toMatchObject([{ name: 'غرفة أ', floor: { id: floor.id, name: 'First' } }]);
});

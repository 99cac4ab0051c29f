import { expect, test } from 'vitest';
import { app, customer, ids, withCompanies } from '#main/testing/test-companies.ts';
import type { Listeners } from '#platform/server/domain-events.ts';

withCompanies();

type Made = { id: number };
/** A new structure with a floor and a space, and what holds a place if its removal is refused. */
async function newPlace(name: string) {
  const company = `/company/${ids.reem}/structure`;
  const made = async (path: string, body: object): Promise<Made> =>
    (await customer.call('POST', path, { body })).body.data;
  const structure = await made(company, { name, countryId: 233 });
  const path = `${company}/${structure.id}`;
  const floor = await made(`${path}/floor`, { name: 'Ground', level: 0 });
  const space = await made(`${path}/space`, { name: 'Store', floorId: null });
  const removed = async (part: string) => {
    const { status, body } = await customer.call('DELETE', `${path}${part}`);
    return status === 204 ? 'removed' : [status, body.word, body.detail];
  };
  return {
    place: { structureId: structure.id, floorId: floor.id, spaceId: space.id },
    removals: async () => [await removed(`/space/${space.id}`), await removed(`/floor/${floor.id}`), await removed('')],
  };
}
const refusedFor = (by: string) => Array.from({ length: 3 }, () => [409, 'in-use', { by, count: 1 }]);

test('a place with a device is not removed, and the reply names what holds it', async () => {
  const { place, removals } = await newPlace('Held by a device');
  const device = (await customer.call('GET', '/sample/device?limit=1')).body.data[0];
  const move = (body: object) => customer.call('PATCH', `/sample/device/${device.id}/move`, { body });
  expect((await move(place)).status).toBe(200);
  expect(await removals()).toEqual(refusedFor('devices.device'));
  await move({ structureId: device.structure.id });
  expect(await removals()).toEqual(['removed', 'removed', 'removed']);
});

test('a place with an asset is not removed, so that no asset loses its place unnoticed', async () => {
  const { place, removals } = await newPlace('Held by an asset');
  const assets = `/company/${ids.reem}/asset`;
  const asset = (await customer.call('POST', assets, { body: { name: 'Pump', type: 'Pump', code: 'H-1', ...place } }))
    .body.data;
  expect(await removals()).toEqual(refusedFor('assets.asset'));
  await customer.call('DELETE', `${assets}/${asset.id}`);
  expect(await removals()).toEqual(['removed', 'removed', 'removed']);
});

test('listeners learn of places that are about to be removed, of removed ones and of changed structures', async () => {
  const heard: unknown[] = [];
  const changes: unknown[] = [];
  const hear =
    (name: string) =>
    async (_: unknown, { id }: Made): Promise<void> =>
      void heard.push([name, id]);
  const listening: Listeners = {
    inTransaction: {
      'space.removing': hear('space.removing'),
      'space.removed': hear('space.removed'),
      'floor.removing': hear('floor.removing'),
      'floor.removed': hear('floor.removed'),
      'structure.removing': hear('structure.removing'),
      'structure.removed': hear('structure.removed'),
      'structures.changed': async (_, { structures }) =>
        void changes.push(...structures.map(({ isMoved, hasOtherZone }) => ({ isMoved, hasOtherZone }))),
    },
  };
  app.kit.listeners = [...app.kit.listeners, listening];
  const { place, removals } = await newPlace('Free');
  const path = `/company/${ids.reem}/structure/${place.structureId}`;
  for (const body of [{ address: 'Here' }, { location: { lat: 25.2, lng: 55.3 } }, { timeZone: 'Africa/Cairo' }])
    await customer.call('PATCH', path, { body });
  expect(changes).toEqual([
    { isMoved: false, hasOtherZone: false },
    { isMoved: true, hasOtherZone: false },
    { isMoved: false, hasOtherZone: true },
  ]);
  const line = { name: 'Free', country: 'United Arab Emirates', latitude: '25.3', longitude: '55.4' };
  for (const dryRun of [true, false])
    await customer.call('POST', `/company/${ids.reem}/structure/import`, { body: { dryRun, lines: [line] } });
  expect(changes.slice(3)).toEqual([{ isMoved: true, hasOtherZone: false }]);
  await removals();
  expect(heard).toEqual([
    ['space.removing', place.spaceId],
    ['space.removed', place.spaceId],
    ['floor.removing', place.floorId],
    ['floor.removed', place.floorId],
    ['structure.removing', place.structureId],
    ['structure.removed', place.structureId],
  ]);
});

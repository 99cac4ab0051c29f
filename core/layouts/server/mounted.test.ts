import { expect, test } from 'vitest';
import {
  app,
  customer,
  floorId,
  form,
  picture,
  stranger,
  structureId,
  viewer,
  withLayouts,
} from '#main/testing/test-layouts.ts';

withLayouts();
const api = '/rooms/api/layout';
const created = async (person = customer) =>
  person.call('POST', api, { body: form({ structureId, floorId, name: 'Ground', image: await picture() }) });

test('an app serves floor plans at its own address, and they are those of the core', async () => {
  const reply = await created();
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const plan = reply.body.data;
  expect(plan).toMatchObject({ name: 'Ground', width: 300, height: 200, floor: { id: floorId } });
  expect((await customer.call('GET', `${api}?structureId=${structureId}`)).body.data).toEqual([plan]);
  expect((await customer.call('GET', `/layout/${plan.id}`)).body.data).toEqual(plan);
  const changed = await customer.call('PATCH', `${api}/${plan.id}`, { body: { name: 'Ground floor' } });
  expect(changed.body.data).toMatchObject({ id: plan.id, name: 'Ground floor' });
  const image = await customer.call('GET', `${api}/${plan.id}/image`);
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp']);
  const history = (await customer.call('GET', `${api}/${plan.id}/history`)).body.data;
  expect(history).toEqual((await customer.call('GET', `/layout/${plan.id}/history`)).body.data);
  expect(history.length).toBeGreaterThan(0);
  expect((await customer.call('DELETE', `${api}/${plan.id}`)).status).toBe(204);
  expect((await customer.call('GET', `${api}/${plan.id}`)).status).toBe(404);
});

test('plans of another company are not found there, and people who only look at them change none', async () => {
  const { id } = (await created()).body.data;
  for (const [method, path] of [
    ['GET', `${api}/${id}`],
    ['GET', `${api}/${id}/image`],
    ['DELETE', `${api}/${id}`],
  ] as const)
    expect((await stranger.call(method, path)).status, path).toBe(404);
  expect((await stranger.call('GET', api)).body.data).toEqual([]);
  expect((await created(viewer)).status).toBe(403);
  expect((await viewer.call('DELETE', `${api}/${id}`)).status).toBe(403);
  expect((await app.anonymous.call('GET', api)).status).toBe(401);
});

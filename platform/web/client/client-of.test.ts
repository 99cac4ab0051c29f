import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from './client-of.ts';

const routes = {
  door: { list: route.list('/door', { access: 'signed-in', reply: z.object({ id: z.number() }), list: {} }) },
  key: { find: route.get('/key/{id}', { access: 'signed-in', reply: z.object({ id: z.number() }) }) },
};
const base = { id: 'doors', brand: 'Doors', web: '/doors', api: '/doors', icon: 'door', needs: [], pages: [] };

test('a client has the calls of the manifest, each once', () => {
  const api = clientOf(defineApp({ ...base, routes }));
  expect(Object.keys(api)).toEqual(['door', 'key']);
  expect(api.key.find.request({ params: { id: 7 } })).toMatchObject({ method: 'GET', path: '/doors/key/7' });
  expect(api.door).toBe(api.door);
  expect('toJSON' in api).toBe(false);
});

test('a client that was made before its manifest was complete has the calls that came later', () => {
  const app = defineApp({ ...base, routes });
  const late = { ...app.routes };
  Object.assign(app, { routes: {} });
  const api = clientOf(app);
  expect([Object.keys(api), api.door]).toEqual([[], undefined]);
  Object.assign(app, { routes: late });
  expect(api.door.list).toMatchObject({ name: 'door.list', app: 'doors' });
  expect(Object.values(api)).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from './client-of.ts';
import { mountedCalls } from './mounted-calls.ts';

const doorRoutes = (app: string) => ({
  open: route.post('/door/{id}/open', {
    access: canDo(`${app}.door`, 'open'),
    reply: z.object({ opened: z.boolean() }),
  }),
});
const app = (id: string) => ({ id, brand: id, web: `/${id}`, api: `/${id}`, icon: 'door', needs: [], pages: [] });
const hotel = defineApp({ ...app('hotel'), routes: { door: doorRoutes('hotel') } });
const garden = defineApp({ ...app('garden'), routes: {} });
const calls = mountedCalls<{ door: ReturnType<typeof doorRoutes> }>('door');

test('calls of an app that mounts the routes have their types and its address, and are the same each time', () => {
  const { door } = calls.of(hotel);
  expect(door.open.request({ params: { id: 3 } })).toMatchObject({ method: 'POST', path: '/hotel/door/3/open' });
  expect(calls.of(hotel)).toBe(calls.of(hotel));
  expect(calls.areIn(hotel)).toBe(true);
});

test('an app that does not mount the routes says so', () => {
  expect(calls.areIn(garden)).toBe(false);
  expect(() => calls.of(garden)).toThrow('The app garden does not mount door');
});

test('a client has the calls of the manifest, each once', () => {
  const api = clientOf(hotel);
  expect(Object.keys(api)).toEqual(['door']);
  expect(api.door).toBe(api.door);
  expect('toJSON' in api).toBe(false);
});

test('a client that was made before its manifest was complete has the calls that came later', () => {
  const late = defineApp({ ...app('late'), routes: { door: doorRoutes('late') } });
  const { routes } = late;
  Object.assign(late, { routes: {} });
  const api = clientOf(late);
  expect([Object.keys(api), api.door]).toEqual([[], undefined]);
  Object.assign(late, { routes });
  expect(api.door.open).toMatchObject({ name: 'door.open', app: 'late' });
  expect(Object.values(api)).toHaveLength(1);
});

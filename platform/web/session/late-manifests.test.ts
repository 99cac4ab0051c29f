import { expect, test } from 'vitest';
import { type AppManifest, defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { completedLater, completeManifests } from './late-manifests.ts';

const late = (id: string): AppManifest =>
  defineApp({
    kind: 'solution',
    id,
    brand: id,
    web: `/${id}`,
    api: `/${id}`,
    icon: 'box',
    needs: [],
    routes: {},
    pages: [],
  });
const routes = { thing: { get: route.get('/thing', { access: 'signed-in' }) } };

test('a manifest is completed once, by those who need it at the same time too', async () => {
  let loads = 0;
  const app = completedLater(late('one'), async () => {
    loads += 1;
    return { late: { routes, commands: {} } };
  });
  await Promise.all([completeManifests([app]), completeManifests([app])]);
  await completeManifests([app]);
  expect(app).toMatchObject({ routes, commands: {} });
  expect(loads).toBeLessThanOrEqual(2);
});

test('a manifest whose parts could not be loaded is completed by the next attempt', async () => {
  let works = false;
  const app = completedLater(late('two'), async () => {
    if (!works) throw new Error('no network');
    return { late: { routes } };
  });
  await expect(completeManifests([app])).rejects.toThrow('no network');
  works = true;
  await completeManifests([app, late('complete')]);
  expect(app.routes).toEqual(routes);
});

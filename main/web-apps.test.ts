import { expect, test } from 'vitest';
import { componentOf } from '#platform/web/shell/routing/bind-pages.ts';
import { boundApps } from './web-apps.ts';

test('every page of every manifest has a screen', () => {
  const missing = boundApps.flatMap(({ app, loaders }) =>
    app.pages
      .filter((page) => !page.redirects && !page.savedFilter && !loaders[page.path])
      .map((page) => `${app.id}: ${page.path}`),
  );
  expect(missing).toEqual([]);
});

test('every screen is a component', async () => {
  const screens = new Set(boundApps.flatMap(({ loaders }) => Object.values(loaders)));
  for (const load of screens) expect(componentOf(await load())).toBeTypeOf('function');
});

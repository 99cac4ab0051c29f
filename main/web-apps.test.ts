import { expect, test } from 'vitest';
import { lightPagesOf } from '#platform/common/pages/light-page.ts';
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

test('every light page of every manifest has a module, and texts in both languages', () => {
  const files = Object.keys(
    import.meta.glob(['../core/*/web/light/**/*.{tsx,json}', '../solutions/*/web/light/**/*.{tsx,json}']),
  );
  const missing = boundApps.flatMap(({ app }) =>
    lightPagesOf(app).flatMap(({ page }) => {
      const folder = `/${page.replace('/', '/web/light/')}/`;
      return ['index.tsx', 'locales/en.json', 'locales/ar.json']
        .filter((file) => !files.some((path) => path.endsWith(`${folder}${file}`)))
        .map((file) => `${app.id}: ${page} has no ${file}`);
    }),
  );
  expect(missing).toEqual([]);
});

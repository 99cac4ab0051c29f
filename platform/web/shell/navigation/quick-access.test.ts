import { expect, test } from 'vitest';
import { type AppManifest, defineApp, page } from '#platform/common/define-app.ts';
import { barPages, quickPages } from './quick-access.ts';

const list = (id: string): AppManifest =>
  defineApp({
    id,
    brand: id,
    web: `/${id}`,
    api: `/${id}`,
    icon: 'box',
    needs: [],
    routes: {},
    pages: [
      page('list', {
        access: 'signed-in',
        texts: 'shared',
        quick: { name: 'items', icon: 'box', text: 'sidebar.items', bar: 2 },
      }),
      page('first', { access: 'signed-in', quick: { name: 'first', icon: 'home', bar: 1 } }),
      page('add', { access: 'signed-in', quick: { name: 'add', icon: 'plus', shortcut: 1 } }),
      page('other', { access: 'signed-in' }),
    ],
  });
const apps = [list('alpha'), list('beta')];
const addresses = (path?: string) => quickPages(apps, () => true, path).map(({ to }) => to);

test('each quick access leads to the first app, or to the app of the current page', () => {
  expect(addresses()).toEqual(['/alpha/list', '/alpha/first', '/alpha/add']);
  expect(addresses('/beta/list/5')).toEqual(['/beta/list', '/beta/first', '/beta/add']);
});

test('a page that the person may not open gives way to that of another app', () => {
  const canOpen = (app: AppManifest) => app.id !== 'alpha';
  expect(quickPages(apps, canOpen).map(({ to }) => to)).toEqual(['/beta/list', '/beta/first', '/beta/add']);
});

test('the bottom bar has its pages in order, with the texts of the slice that names them', () => {
  const bar = barPages(quickPages(apps, () => true));
  expect(bar.map(({ app, textKey }) => [app, textKey])).toEqual([
    ['alpha', 'pages.first'],
    ['shared', 'sidebar.items'],
  ]);
});

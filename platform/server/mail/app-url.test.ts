import { expect, test } from 'vitest';
import { defineApp } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { appUrl } from './app-url.ts';

const kit = { publicUrl: 'https://rasid.test' };
const depot = defineApp({
  kind: 'solution',
  id: 'depot',
  brand: 'Depot',
  web: '/Depot',
  api: '/depot',
  icon: 'box',
  needs: [],
  routes: {},
  pages: [],
});

test('a link leads to the page of the app, and to the start page if the installation does not have the app any more', () => {
  const stock = (app: typeof depot | undefined) =>
    appUrl(kit, app, (found) => usualAddress(found, 'devices/inventory'));
  expect(stock(depot)).toBe('https://rasid.test/Depot/devices/inventory');
  expect(stock(undefined)).toBe('https://rasid.test');
});

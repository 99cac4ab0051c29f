import { expect, test } from 'vitest';
import { page } from '../define-app.ts';
import { pathIn, placeAt, placePages, usualAddress, usualPage } from './placed-pages.ts';

const at = (path: string) => page(path, { access: 'signed-in' });
const pages = [
  page('devices', { redirects: ['devices/list', '/core/devices'] }),
  at('devices/list'),
  at('devices/list/solution/{solutionId}'),
  at('devices/list/solution/{solutionId}/device/{id}'),
  at('devices-templates/list'),
];

test('a path moves what is below it, and the nearest one that is named decides', () => {
  const paths = { devices: 'stock', 'devices/list': 'shelves' };
  expect(pathIn(paths, 'devices/list/solution/{solutionId}')).toBe('shelves/solution/{solutionId}');
  expect(pathIn(paths, 'devices/inventory')).toBe('stock/inventory');
  expect(pathIn(paths, 'devices-templates/list')).toBe('devices-templates/list');
});

test('a page that is moved keeps its texts, is found by its usual path, and redirects lead to it', () => {
  const placed = placePages(pages, {
    'devices/list': 'shelves',
    'devices/list/solution/{solutionId}/device/{id}': 'shelf/{id}',
  });
  expect(placed[0]).toEqual({ ...pages[0], redirects: ['shelves', '/core/devices'] });
  expect(usualPage({ pages: placed }, 'devices/list')).toMatchObject({ path: 'shelves', key: 'devices-list' });
  expect(placed[4]).toEqual(pages[4]);
});

test('an address is that of the page in the app with the parameters that its path has, else the usual one', () => {
  const device = 'devices/list/solution/{solutionId}/device/{id}';
  const app = { web: '/Depot', pages: placePages(pages, { [device]: 'shelf/{id}' }) };
  expect(usualAddress(app, device, { solutionId: 2, id: 5 })).toBe('/Depot/shelf/5');
  expect(usualAddress(app, device)).toBe('/Depot/shelf/{id}');
  expect(usualAddress(app, 'devices/list')).toBe('/Depot/devices/list');
  expect(usualAddress({ web: '/Depot', pages: [] }, device, { solutionId: 2, id: 5 })).toBe(
    '/Depot/devices/list/solution/2/device/5',
  );
});

test('paths that move no page, that collide or that links cannot fill are refused', () => {
  expect(() => placePages(pages, { 'devices/lists': 'shelves' })).toThrow('no page is usually at "devices/lists"');
  expect(() => placePages(pages, { 'devices/list': 'devices' })).toThrow('two pages would be at "devices"');
  expect(() => placeAt(at('groups/{id}'), 'groups/{group}')).toThrow('does not have the parameters');
  expect(() => placeAt(at('a/{solutionId}/b/{id}'), 'b/{solutionId}')).toThrow('does not have the parameters');
});

import { expect, test } from 'vitest';
import { type AppManifest, defineApp } from '../define-app.ts';
import { nameRegistry, registry } from './registry.ts';

const slice = (id: string, more: Partial<AppManifest> = {}): AppManifest => ({
  ...defineApp({ id, brand: id, web: `/${id}`, api: `/${id}`, icon: 'box', needs: [], routes: {}, pages: [] }),
  ...more,
});
const roles = nameRegistry('role of people', ({ personRoles }) => personRoles);
const links = registry('kind of links', ({ linkKinds }) => linkKinds);

test('a registry has what all slices declare, with the slice, and is made once for a list of slices', () => {
  const apps = [
    slice('tower', { personRoles: ['guard'], linkKinds: { pass: { page: 'pass', days: 1 } } }),
    slice('office'),
    slice('harbour', { personRoles: ['driver'] }),
  ];
  expect([...roles.of(apps)]).toEqual([
    ['guard', { app: 'tower' }],
    ['driver', { app: 'harbour' }],
  ]);
  expect(links.of(apps).get('pass')).toEqual({ page: 'pass', days: 1, app: 'tower' });
  expect(roles.of(apps)).toBe(roles.of(apps));
});

test('a name that two slices, or one slice twice, declare is an error that names both', () => {
  expect(() =>
    roles.of([slice('tower', { personRoles: ['guard'] }), slice('office', { personRoles: ['guard'] })]),
  ).toThrow('the role of people "guard" is declared twice, by tower and office');
  expect(() => roles.of([slice('tower', { personRoles: ['guard', 'guard'] })])).toThrow('by tower and tower');
});

import { expect, test, vi } from 'vitest';
import { defineApp, page } from '#platform/common/define-app.ts';
import { homeOf, isCurrent, type Section, sidebarOf, unfoldedSections } from './sidebar-entries.ts';

const base = { api: '', icon: 'box', needs: [], routes: {} };
const sample = defineApp({
  ...base,
  id: 'sample',
  brand: 'Sample',
  web: '/Sample',
  pages: [
    page('alarms/live', { sidebar: 'alarms', order: 2, access: 'signed-in' }),
    page('alarms/history', { sidebar: 'alarms', order: 3, access: 'signed-in' }),
    page('devices/list', { sidebar: 'devices', order: 1, access: 'signed-in' }),
    page('hidden', { access: 'signed-in' }),
  ],
});
const companies = defineApp({
  ...base,
  kind: 'core',
  id: 'accounts',
  brand: 'Rasid',
  web: '/core',
  pages: [page('companies/list', { sidebar: 'settings', order: 1, access: 'signed-in', otherwise: '/core/me' })],
});

test('a solution is one entry with its groups in order, the core is in its container', () => {
  const [applications, settings] = sidebarOf([companies, sample], () => true);
  expect(applications?.container).toBe('applications');
  expect(applications?.entries[0]?.children.map((child) => [child.textKey, child.to])).toEqual([
    ['sidebar.devices', '/Sample/devices/list'],
    ['sidebar.alarms', '/Sample/alarms/live'],
  ]);
  expect(settings?.entries[0]).toMatchObject({ textKey: 'pages.companies-list', to: '/core/companies/list' });
});

test('pages that the person may not open are left out of the sidebar, unless they name an alternative', () => {
  const sections = sidebarOf([companies, sample], () => false);
  expect(sections).toHaveLength(1);
  expect(sections[0]?.entries[0]?.to).toBe('/core/me');
});

test('an entry that is offered to others is left out, also if the person may open its page', () => {
  const keys = defineApp({
    ...base,
    kind: 'core',
    id: 'keys',
    brand: 'Rasid',
    web: '/core',
    pages: [page('keys', { sidebar: 'settings', access: 'signed-in', offered: { companyAdmin: true } })],
  });
  expect(sidebarOf([keys], (_, { access }) => access === 'signed-in')).toEqual([]);
  expect(sidebarOf([keys], () => true)[0]?.entries).toHaveLength(1);
});

test('a sidebar entry is current on all pages of its group', () => {
  const alarms = sidebarOf([sample], () => true)[0]?.entries[0]?.children[1];
  expect(alarms && isCurrent(alarms, '/Sample/alarms/history/4')).toBe(true);
  expect(alarms && isCurrent(alarms, '/Sample/devices/list')).toBe(false);
});

test('a sidebar entry in a container is current on all pages of its type', () => {
  const places = defineApp({
    ...base,
    kind: 'core',
    id: 'places',
    brand: 'Rasid',
    web: '/core',
    pages: [
      page('structures/all', { sidebar: 'settings', order: 1, access: 'signed-in' }),
      page('assets/list/all', { sidebar: 'settings', order: 2, covers: ['assets-v2'], access: 'signed-in' }),
      page('users/access-log', { sidebar: 'settings', order: 3, access: 'signed-in' }),
    ],
  });
  const entries = sidebarOf([places], () => true)[0]?.entries ?? [];
  const currentAt = (path: string) => entries.filter((one) => isCurrent(one, path)).map((one) => one.textKey);
  expect(currentAt('/core/structures/5')).toEqual(['pages.structures-all']);
  expect(currentAt('/core/structures/5/edit')).toEqual(['pages.structures-all']);
  expect(currentAt('/core/assets/list/equipment')).toEqual(['pages.assets-list-all']);
  expect(currentAt('/core/assets-v2/list/structures-all')).toEqual(['pages.assets-list-all']);
  expect(currentAt('/core/assets/structure/5')).toEqual(['pages.assets-list-all']);
  expect(currentAt('/core/users/access-log')).toEqual(['pages.users-access-log']);
  expect(currentAt('/core/users/profile/3')).toEqual([]);
});

test('of two entries that cover an address, the one that covers it more closely is current', () => {
  const app = {
    ...sample,
    pages: [
      page('panels/list', { sidebar: 'panels', order: 1, access: 'signed-in' }),
      page('device/list', { sidebar: 'panels', order: 2, access: 'signed-in' }),
      page('device/assigned/list', { sidebar: 'assigned', order: 3, access: 'signed-in' }),
    ],
  };
  const entries = sidebarOf([app], () => true).flatMap((section) => section.entries.flatMap((one) => one.children));
  const currentAt = (path: string) => entries.filter((one) => isCurrent(one, path)).map((one) => one.textKey);
  expect(currentAt('/Sample/device/assigned/list')).toEqual(['sidebar.assigned']);
  expect(currentAt('/Sample/device/list')).toEqual(['sidebar.panels']);
  expect(currentAt('/Sample/device/details/5')).toEqual(['sidebar.panels']);
});

test('a duplicate order of sidebar entries is logged', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const twin = {
    ...sample,
    pages: [page('a', { sidebar: 'a', access: 'signed-in' }), page('b', { sidebar: 'b', access: 'signed-in' })],
  };
  sidebarOf([twin], () => true);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('duplicate order 100'));
  warn.mockRestore();
});

test('an app hides sidebar entries of the core on its own pages', () => {
  const hiding = { ...sample, hides: ['accounts/companies-list'] };
  const containers = (path: string) => sidebarOf([companies, hiding], () => true, path).map((one) => one.container);
  expect(containers('/core/companies/list')).toEqual(['applications', 'settings']);
  expect(containers('/Sample/devices/list')).toEqual(['applications']);
  expect(containers('/Sampleless')).toEqual(['applications', 'settings']);
});

test('the first crumb of a page leads to the first page of its app that the person may open, and a core slice has none', () => {
  expect(homeOf(sample, () => true)).toBe('/Sample/devices/list');
  expect(homeOf(sample, (_, { path }) => path.startsWith('alarms'))).toBe('/Sample/alarms/live');
  expect(homeOf(sample, () => false)).toBeUndefined();
  expect(homeOf(companies, () => true)).toBeUndefined();
});

test('sections are folded into one entry each where their entries would be too many, in their order', () => {
  const section = (container: Section['container'], count: number): Section => ({
    container,
    entries: Array.from({ length: count }, (_, order) => ({
      app: 'x',
      textKey: `${order}`,
      order,
      covers: [],
      children: [],
    })),
  });
  const unfolded = (applications: number, settings: number) => [
    ...unfoldedSections([section('daily', 5), section('applications', applications), section('settings', settings)]),
  ];
  expect(unfolded(3, 7)).toEqual(['daily', 'applications', 'settings']);
  expect(unfolded(3, 8)).toEqual(['daily', 'applications']);
  expect(unfolded(14, 8)).toEqual(['daily', 'settings']);
  expect(unfolded(14, 10)).toEqual(['daily']);
});

test('the groups of a core slice are in the section that they name, otherwise in the settings', () => {
  const shop = defineApp({
    ...base,
    kind: 'core',
    id: 'shop',
    brand: 'Rasid',
    web: '/core',
    pages: [
      page('shop', { sidebar: 'shop', section: 'market', order: 1, access: 'signed-in' }),
      page('tools', { sidebar: 'tools', order: 1, access: 'signed-in' }),
    ],
  });
  expect(sidebarOf([shop], () => true).map(({ container, entries }) => [container, entries[0]?.textKey])).toEqual([
    ['market', 'sidebar.shop'],
    ['settings', 'sidebar.tools'],
  ]);
});

test('a page of a solution that names a section is there, and not in the entry of the solution', () => {
  const placing = defineApp({
    ...base,
    id: 'placing',
    brand: 'Placing',
    web: '/placing',
    pages: [
      page('list', { sidebar: 'list', section: 'organization', access: 'signed-in' }),
      page('own', { sidebar: 'own', access: 'signed-in' }),
    ],
  });
  expect(sidebarOf([placing], () => true)).toMatchObject([
    { container: 'applications', entries: [{ textKey: 'brand', children: [{ textKey: 'sidebar.own' }] }] },
    { container: 'organization', entries: [{ textKey: 'sidebar.list', to: '/placing/list', children: [] }] },
  ]);
});

import { expect, test } from 'vitest';
import type { AppManifest } from '#platform/common/define-app.ts';
import { mostEntries, sidebarOf, unfoldedSections } from '#platform/web/shell/navigation/sidebar-entries.ts';
import { apps } from '../apps.ts';

const all: readonly AppManifest[] = apps;
const fillers: AppManifest[] = Array.from({ length: 14 }, (_, at) => ({
  ...(apps.find(({ id }) => id === 'swam') as AppManifest),
  id: `filler-${at}`,
  web: `/Filler${at}`,
}));

/** The sections of somebody who may open everything, and the number of entries that they begin with. */
function shown(list: readonly AppManifest[]) {
  const sections = sidebarOf(list, (_app, page) => !page.development);
  const unfolded = unfoldedSections(sections);
  const count = sections.reduce(
    (sum, { container, entries }) => sum + (unfolded.has(container) ? entries.length : 1),
    0,
  );
  return { sections, count };
}

test('the sidebar begins with fifteen entries at most, however many apps the company holds', () => {
  expect(shown(all).count).toBeLessThanOrEqual(mostEntries);
  expect(shown([...all, ...fillers]).count).toBeLessThanOrEqual(mostEntries);
});

test('lists that all apps have are in the sidebar once, not in each app', () => {
  const { sections } = shown(all);
  const applications = sections.find(({ container }) => container === 'applications')?.entries ?? [];
  const ofApps = applications.flatMap(({ children }) => children.map(({ textKey }) => textKey));
  const organization = sections.find(({ container }) => container === 'organization')?.entries ?? [];
  expect(organization.map(({ to }) => to)).toContain('/core/people/list');
  for (const key of ['alarms', 'rules', 'groups', 'devices']) expect(ofApps).not.toContain(`sidebar.${key}`);
  const daily = sections.find(({ container }) => container === 'daily')?.entries ?? [];
  expect(daily.map(({ to }) => to)).toEqual([
    '/core',
    '/core/alarms/list',
    '/core/all-devices/list',
    '/core/rules/list',
    '/core/app-groups/list',
  ]);
});

test('every saved filter leads to a page of this build', () => {
  const addresses = new Set(all.flatMap(({ web, pages }) => pages.map(({ path }) => (path ? `${web}/${path}` : web))));
  const targets = all.flatMap(({ pages }) => pages.flatMap(({ savedFilter }) => savedFilter?.of ?? []));
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !addresses.has(target))).toEqual([]);
});

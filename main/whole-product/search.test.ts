import { readFileSync } from 'node:fs';
import { matchPath } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { registerApps } from '#platform/web/session/session.ts';
import { registerParts } from '#platform/web/shell/layout/shell-parts.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { loadKinds, shownResults } from '#platform/web/shell/search/use-search.ts';
import { boundApps } from '../web-apps.ts';

let kinds: Awaited<ReturnType<typeof loadKinds>>;
beforeAll(async () => {
  registerApps(boundApps.map(({ app }) => app));
  registerParts(boundApps);
  kinds = await loadKinds(new Set(boundApps.map(({ app }) => app.id)));
});

const words = (id: string, language: string) => {
  const folder = boundApps.some(({ app }) => app.id === id && app.kind === 'solution') ? 'solutions' : 'core';
  return JSON.parse(readFileSync(`${folder}/${id}/locales/${language}.json`, 'utf8')) as Record<string, unknown>;
};
const at = (texts: unknown, key: string): unknown =>
  key.split('.').reduce((found, part) => (found as Record<string, unknown> | undefined)?.[part], texts);
const isPage = (address: string) =>
  boundApps.some(({ app }) =>
    app.pages.some((page) =>
      matchPath(pageAddress(app, page).replace(/\{(\w+)\}/g, ':$1'), address.split('?')[0] ?? ''),
    ),
  );

test('every slice provides exactly the search lists that its manifest names', () => {
  const named = boundApps.flatMap(({ app }) => (app.search ?? []).map(({ list }) => `${app.id} ${list}`));
  expect(named.length).toBeGreaterThan(5);
  expect(kinds.map(({ app, provider }) => `${app.id} ${provider.list.name}`).sort()).toEqual(named.sort());
});

test('every search list has a name in both languages and a page of all results', () => {
  for (const { app, provider } of kinds) {
    for (const language of ['en', 'ar'])
      expect(
        [app.id, ...app.needs].map((id) => at(words(id, language), provider.name)),
        provider.name,
      ).toContainEqual(expect.any(String));
    if (provider.all) expect(isPage(provider.all('x')), provider.name).toBe(true);
  }
});

test('a search result links to the page of the device, and a result with more rows links to the list', () => {
  const device = { id: 3, name: 'Pump', serial: 'A1', solutionId: 2, structure: { id: 1, name: 'Tower' } };
  const structure = { id: 1, name: 'Tower', address: null };
  const { kinds: shown } = shownResults(
    kinds,
    {
      found: [
        { app: 'places', list: 'structure.search', rows: Array.from({ length: 5 }, () => structure) },
        { app: 'swam', list: 'device.list', rows: [device] },
      ],
      failed: [],
    },
    'tow er',
  );
  const [structures, devices] = shown;
  expect(structures).toMatchObject({ icon: 'building-community', all: '/core/structures/all?search=tow+er' });
  expect(devices?.found).toMatchObject([{ title: 'Pump', subtitle: '\u2068A1\u2069 · \u2068Tower\u2069' }]);
  expect(devices?.all).toBeNull();
  expect(isPage(devices?.found[0]?.to ?? '')).toBe(true);
});

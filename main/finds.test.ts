import { readFileSync } from 'node:fs';
import { matchPath } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Session } from '#platform/common/access.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import { knowApps } from '#platform/web/session/session.ts';
import { type Me, sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { addressOf } from '#platform/web/shell/bind-pages.ts';
import { knowParts } from '#platform/web/shell/shell-parts.ts';
import { askable, loadKinds } from '#platform/web/shell/use-found.ts';
import { boundApps } from './web-apps.ts';

type Kinds = Awaited<ReturnType<typeof loadKinds>>;
let kinds: Kinds;
const index = Object.fromEntries(
  boundApps
    .flatMap(({ app }) => Object.values(app.routes).flatMap((set) => Object.values(set)))
    .flatMap(({ access }) => (typeof access === 'object' && 'permission' in access ? [access.permission ?? ''] : []))
    .map((key, at) => [key, { index: at }]),
);

beforeAll(async () => {
  knowApps(boundApps.map(({ app }) => app));
  knowParts(boundApps);
  kinds = await loadKinds();
});
afterEach(() => sessionStore.set({ me: null, index: {} }));

const words = (id: string, language: string) => {
  const folder = boundApps.some(({ app }) => app.id === id && app.kind === 'solution') ? 'solutions' : 'core';
  return JSON.parse(readFileSync(`${folder}/${id}/locales/${language}.json`, 'utf8')) as Record<string, unknown>;
};
const at = (texts: unknown, key: string): unknown =>
  key.split('.').reduce((found, part) => (found as Record<string, unknown> | undefined)?.[part], texts);
const isPage = (address: string) =>
  boundApps.some(({ app }) =>
    app.pages.some((page) => matchPath(addressOf(app, page).replace(/\{(\w+)\}/g, ':$1'), address.split('?')[0] ?? '')),
  );

const signIn = (changes: Partial<Session>, permissions: readonly string[] = Object.keys(index)): Me => {
  const me = testMe({
    apps: ['swam'],
    mask: maskOf(permissions.map((key) => index[key]?.index ?? 0)),
    ...changes,
    user: { isAdmin: true, role: 'Admin', ...changes.user },
  });
  sessionStore.set({ me, index });
  return me;
};
const asked = (me: Me) => askable(kinds, me).map(({ finder }) => finder.name);

test('what is found has a name in both languages, a list that can be searched, and a page of all', () => {
  expect(kinds.length).toBeGreaterThan(5);
  for (const { app, finder } of kinds) {
    for (const language of ['en', 'ar'])
      expect(
        [app.id, ...app.needs].map((id) => at(words(id, language), finder.name)),
        finder.name,
      ).toContainEqual(expect.any(String));
    expect(finder.list.route.many && finder.list.route.list?.search?.length, finder.name).toBeTruthy();
    if (finder.all) expect(isPage(finder.all('x')), finder.name).toBe(true);
  }
});

test('a device leads to its page by its name and serial', () => {
  const devices = kinds.find(({ finder }) => finder.name === 'pages.devices-list')?.finder;
  const row = { id: 3, name: 'Pump', serial: 'A1', solutionId: 2, structure: { id: 1, name: 'Tower' } };
  const found = devices?.show(row, String);
  expect(found).toMatchObject({ title: 'Pump', subtitle: '\u2068A1\u2069 · \u2068Tower\u2069' });
  expect(isPage(found?.to ?? '')).toBe(true);
});

test('lists that the person may not read are not asked', () => {
  const rest = Object.keys(index).filter((key) => key !== 'p_structure_structure_read');
  expect(asked(signIn({}))).toContain('pages.structures-all');
  expect(asked(signIn({}, rest))).not.toContain('pages.structures-all');
  expect(asked(signIn({}, []))).toEqual([]);
});

test('lists of an app that the company does not hold are not asked', () => {
  expect(asked(signIn({}))).toContain('pages.devices-list');
  expect(asked(signIn({ apps: [] }))).not.toContain('pages.devices-list');
});

test('without a company nothing is asked of its lists', () => {
  expect(asked(signIn({ actingFor: null }))).not.toContain('pages.structures-all');
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp, page as pageOf } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import type { SearchReply } from '#platform/common/search/search-calls.ts';
import { clientOf } from '../../client/client-of.ts';
import { languages } from '../../i18n/i18n.ts';
import { registerApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { shortcutStore } from '../keyboard/shortcuts.ts';
import { registerParts } from '../layout/shell-parts.ts';
import { Palette } from './Palette.tsx';
import { searchAddress, searchProvider } from './search.ts';

const place = z.object({ id: z.number(), name: z.string() });
const list = { access: 'signed-in', reply: place, list: { search: ['name'] } } as const;
const app = defineApp({
  kind: 'core',
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  pages: [pageOf('towers', { access: 'signed-in' })],
  search: [
    { list: 'place.list', icon: 'box' },
    { list: 'part.list', icon: 'box' },
  ],
  routes: { place: { list: route.list('/place', list) }, part: { list: route.list('/part', list) } },
});
const api = clientOf(app);
const search = [
  searchProvider({
    name: 'columns.name',
    list: api.place.list,
    show: ({ id, name }) => ({ title: name, to: `/opened/${id}` }),
    all: (text) => searchAddress('/opened/all', text),
  }),
  searchProvider({ name: 'columns.serial', list: api.part.list, show: ({ name }) => ({ title: name, to: '/' }) }),
];

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Tower ${at + 1}` }));
const found: SearchReply = { found: [{ app: 'tried', list: 'place.list', rows: rows(5) }], failed: [] };
let asked: { text: string | null; signal: AbortSignal | null | undefined }[];
let answer: (text: string | null) => Promise<Response>;
const json = (data: SearchReply) => new Response(JSON.stringify({ data }));

beforeEach(() => {
  shortcutStore.set([]);
  asked = [];
  answer = async () => json(found);
  registerApps([app]);
  registerParts([{ app, loaders: {}, parts: { search: async () => ({ search }) } }]);
  sessionStore.set({ me: testMe(), index: {} });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    const text = new URL(url, window.location.origin).searchParams.get('text');
    asked.push({ text, signal });
    return answer(text);
  });
});

const field = () => page.getByRole('textbox', { name: kit('shell.search') });
const entry = (name: string) => page.getByRole('button', { name, exact: true });
const titles = () => [...document.querySelectorAll('[data-action]')].map((one) => one.textContent);

describe.each(languages)('the palette in %s', (language) => {
  test('searches all lists in one request, and shows pages first, then five of each type and a link to all', async () => {
    await show(language, <Palette opening={1} />);
    await field().fill('tower');
    await expect.element(entry('Tower 5')).toBeVisible();
    expect(asked.map(({ text }) => text)).toEqual(['tower']);
    expect(titles()).toEqual([
      'pages.towers',
      ...rows(5).map(({ name }) => name),
      kit('shell.allOf', { name: tried('columns.name') }),
    ]);
  });

  test('cancels its request when the text changes', async () => {
    answer = (text) => (text === 'tow' ? new Promise(() => undefined) : Promise.resolve(json(found)));
    await show(language, <Palette opening={1} />);
    await field().fill('tow');
    await expect.poll(() => asked.length).toBe(1);
    await field().fill('tower');
    await expect.element(entry('Tower 1')).toBeVisible();
    expect(asked.map(({ text, signal }) => [text, signal?.aborted])).toEqual([
      ['tow', true],
      ['tower', false],
    ]);
  });

  test('names the lists that failed next to the results, and retries', async () => {
    const failed = [{ app: 'tried', list: 'part.list' }];
    answer = async () => json({ found: [{ app: 'tried', list: 'place.list', rows: rows(1) }], failed });
    await show(language, <Palette opening={1} />);
    await field().fill('tower');
    const again = entry(kit('shell.notAsked', { names: tried('columns.serial') }));
    await expect.element(again).toBeVisible();
    await expect.element(entry('Tower 1')).toBeVisible();
    answer = async () => json(found);
    await again.click();
    await expect.element(entry('Tower 5')).toBeVisible();
    expect(asked.length).toBe(2);
  });

  test('offers recent choices when it opens again', async () => {
    await show(language, <Palette opening={1} />);
    await field().fill('tower');
    await expect.element(entry('Tower 2')).toBeVisible();
    await entry('Tower 2').click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    await show(language, <Palette opening={2} />);
    await expect.element(entry('Tower 2').first()).toBeVisible();
    expect(titles()).toEqual(['Tower 2', 'pages.towers']);
  });

  test('offers first what the page can do with the record that it shows, by its name', async () => {
    const run = vi.fn();
    shortcutStore.set([
      { key: 'j', text: 'Next row', run },
      { key: 'a', text: 'Acknowledge', of: 'Tank 7', run },
    ]);
    await show(language, <Palette opening={1} />);
    await field().fill('tank');
    expect(titles()).toEqual(['AcknowledgeA']);
    await field().fill('ackn');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    expect(run).toHaveBeenCalledOnce();
  });
});

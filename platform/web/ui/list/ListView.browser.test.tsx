import { IconEdit } from '@tabler/icons-react';
import { use } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../client/client-of.ts';
import { type LiveEvent, live } from '../../client/live/live.ts';
import { createStore, useStore } from '../../client/store.ts';
import { languages } from '../../i18n/i18n.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { ListView } from './ListView.tsx';
import { rowAction } from './rows/row-actions.tsx';

const row = z.object({ id: z.number(), name: z.string(), serial: z.string() });
const { place } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: {
      place: {
        list: route.list('/place', {
          access: 'signed-in',
          reply: row,
          list: { search: ['name'], filter: ['name'], sort: ['name'], countUpTo: 1000 },
        }),
      },
    },
  }),
);
const rows = [
  { id: 1, name: 'Basement', serial: 'A1' },
  { id: 2, name: 'Roof', serial: 'A2' },
];
const columns = ['name', 'serial'] as const;

const json = (body: object) => new Response(JSON.stringify(body));
let preferences: PromiseWithResolvers<object>;
beforeEach(() => {
  preferences = Promise.withResolvers();
  sessionStore.set({ me: testMe(), index: {} });
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/user/parameter') ? json({ data: await preferences.promise }) : json({ data: rows, totalRecords: 2 }),
  );
});
const head = (field: string) => page.getByRole('columnheader', { name: tried(`columns.${field}`) });

/** A cell that the table waits for, as it waits for its own code. */
function Late({ began, text }: { began(): void; text: Promise<string> }) {
  began();
  return use(text);
}

describe.each(languages)('a list in %s', (language) => {
  test('shows its paging together with the table, below whose placeholder it would move', async () => {
    const text = Promise.withResolvers<string>();
    const began = vi.fn();
    const render = () => <Late began={began} text={text.promise} />;
    await show(language, <ListView of={place} empty="place" columns={[{ field: 'name', render }]} />);
    const paging = page.getByRole('contentinfo');
    await expect.poll(() => began.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(paging.elements()).toEqual([]);
    text.resolve('Basement');
    await expect.element(paging).toBeVisible();
    await expect.element(page.getByRole('table')).toBeVisible();
  });

  test('shows its rows before the stored columns are loaded, and applies these when they arrive', async () => {
    await show(language, <ListView of={place} empty="place" columns={columns} />);
    await expect.element(page.getByRole('row', { name: 'Basement' })).toBeVisible();
    await expect.element(head('serial')).toBeVisible();
    preferences.resolve({ tried_place_list: { order: ['name', 'serial'], hidden: ['serial'] } });
    await expect.element(head('serial')).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: 'Basement' })).toBeVisible();
  });

  test('sorts what a click just before it has reset, though the address changes later', async () => {
    preferences.resolve({});
    await show(language, <ListView of={place} empty="place" columns={columns} />);
    await page.getByRole('searchbox').fill('Roof');
    await userEvent.keyboard('{Enter}');
    const reset = page.getByRole('button', { name: kit('actions.reset') });
    await expect.element(reset).toBeVisible();
    const requests = vi.spyOn(window, 'fetch');
    const sort = head('name').getByRole('button').element() as HTMLElement;
    (reset.element() as HTMLElement).click();
    // Between two clicks of a person the page is drawn, but a transition may still be under way.
    await Promise.resolve();
    sort.click();
    const asked = () => requests.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('/place?'));
    await expect.poll(() => asked().at(-1)).toContain('sort');
    expect(asked().at(-1)).not.toContain('Roof');
  });

  test('says that there are more records than were counted', async () => {
    preferences.resolve({});
    vi.stubGlobal('fetch', async () => json({ data: rows, totalRecords: 1001 }));
    await show(language, <ListView of={place} empty="place" columns={columns} />);
    await expect
      .element(page.getByRole('status').filter({ hasText: '1,000' }))
      .toHaveTextContent(kit('list.rangeOfMore', { from: '1', to: '2', total: '1,000' }));
  });

  test('says what is missing and what to do next when it has no records', async () => {
    preferences.resolve({});
    vi.stubGlobal('fetch', async () => json({ data: [], totalRecords: 0 }));
    await show(language, <ListView of={place} empty="place" columns={columns} />);
    await expect.element(page.getByText(tried('empty.place.title'))).toBeVisible();
    await expect.element(page.getByText(tried('empty.place.text'))).toBeVisible();
  });

  test('says so too if a link filtered it, but that nothing matches what the person filtered', async () => {
    preferences.resolve({});
    const asked: string[] = [];
    let total = 0;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('/user/parameter')) return json({ data: {} });
      asked.push(url);
      const matches = !url.includes('name=') && !url.includes('search=');
      return json({ data: matches ? rows.slice(0, total) : [], totalRecords: matches ? total : 0 });
    });
    const filters = [{ kind: 'boolean', field: 'name' }] as const;
    const list = <ListView of={place} empty="place" columns={columns} filters={filters} />;
    const nothingMatches = page.getByText(kit('list.nothingMatches'));
    await show(language, list, { at: '/?name=true' });
    await expect.element(page.getByText(tried('empty.place.title'))).toBeVisible();
    expect(asked).toHaveLength(2);
    await page.getByRole('searchbox').fill('Roof');
    await userEvent.keyboard('{Enter}');
    await expect.element(nothingMatches).toBeVisible();
    expect(asked).toHaveLength(3);
    sessionStorage.clear();
    total = 2;
    await show(language, list, { at: '/?name=true' });
    await expect.element(nothingMatches).toBeVisible();
    await expect.element(page.getByText(tried('empty.place.title'))).not.toBeInTheDocument();
  });

  test('shows an event in its row, though its total is cached separately from its rows', async () => {
    preferences.resolve({});
    const subscribe = vi.spyOn(live, 'subscribe');
    const patch = (place: z.infer<typeof row>, { data }: LiveEvent) =>
      place.id === (data as { id: number }).id ? { ...place, serial: 'B1' } : null;
    await show(language, <ListView of={place} empty="place" columns={columns} live={{ topics: ['places'], patch }} />);
    await expect.element(page.getByRole('row', { name: 'Basement' })).toBeVisible();
    const requests = vi.spyOn(window, 'fetch');
    for (const [topic, handler] of subscribe.mock.calls)
      if (topic === 'places') handler({ topic, type: 'changed', data: { id: 1 } });
    await expect.element(page.getByRole('cell', { name: 'B1' })).toBeVisible();
    const reread = requests.mock.calls.filter(([url]) => String(url).includes('/place'));
    expect(reread).toEqual([]);
  });

  test('keeps its order while a row has the focus, and shows what an action of the person changed', async () => {
    preferences.resolve({});
    let now = rows;
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('/user/parameter') ? json({ data: {} }) : json({ data: now, totalRecords: now.length }),
    );
    const subscribe = vi.spyOn(live, 'subscribe');
    const rename = rowAction<z.infer<typeof row>>('rename', {
      icon: IconEdit,
      run: async () => {
        now = [{ id: 2, name: 'Roof terrace', serial: 'A2' }];
      },
    });
    await show(
      language,
      <ListView
        of={place}
        empty="place"
        columns={columns}
        rowActions={[rename]}
        live={{ topics: ['places'] }}
        steady={{ held: false, focusOnly: true }}
      />,
    );
    const names = () =>
      page
        .getByRole('row')
        .elements()
        .slice(1)
        .map((one) => one.querySelector('td')?.textContent);
    await expect.poll(names).toEqual(['Basement', 'Roof']);
    const [action] = page.getByRole('row', { name: 'Basement' }).getByRole('button').elements();
    (action as HTMLElement).focus();
    now = [{ id: 3, name: 'Yard', serial: 'A3' }, ...rows.toReversed()];
    for (const [topic, handler] of subscribe.mock.calls)
      if (topic === 'places') handler({ topic, type: 'changed', data: { id: 3 } });
    await expect.element(page.getByRole('button', { name: kit('list.news', { count: 1 }) })).toBeVisible();
    expect(names()).toEqual(['Basement', 'Roof']);

    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['Roof terrace']);
  });

  test('keeps the order of a held list from its newest rows on, and offers the new order', async () => {
    preferences.resolve({});
    let answer: object[] = rows;
    vi.stubGlobal('fetch', async (url: string) =>
      json(url.includes('/user/parameter') ? { data: {} } : { data: answer, totalRecords: 2 }),
    );
    const subscribe = vi.spyOn(live, 'subscribe');
    await show(language, <Visits />);
    await expect.poll(namesShown).toEqual(['Basement', 'Roof']);
    // The rows of this visit are shown at the next one until it has its own.
    visited.set(false);
    await expect.poll(namesShown).toEqual([]);
    answer = [...rows].reverse();
    visited.set(true);
    await expect.poll(namesShown).toEqual(['Roof', 'Basement']);
    answer = rows;
    for (const [topic, handler] of subscribe.mock.calls)
      if (topic === 'places') handler({ topic, type: 'changed', data: {} });
    const offer = page.getByRole('button', { name: kit('list.moved') });
    await expect.element(offer).toBeVisible();
    expect(namesShown()).toEqual(['Roof', 'Basement']);
    await offer.click();
    await expect.poll(namesShown).toEqual(['Basement', 'Roof']);
  });
});

const visited = createStore(true);
const steady = { held: true, gone: () => false };
const placesLive = { topics: ['places'] };

/** A page with a list that is opened and left. */
function Visits() {
  return useStore(visited) ? (
    <ListView of={place} empty="place" columns={['name']} view="grid" fresh live={placesLive} steady={steady} />
  ) : null;
}

const namesShown = () => [...document.querySelectorAll('li')].map((card) => card.textContent);

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../client/client-of.ts';
import { type LiveEvent, live } from '../../client/live/live.ts';
import { languages } from '../../i18n/i18n.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, show, tried } from '../../test-render.tsx';
import { ListView } from './ListView.tsx';

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
        list: route.list('/place', { access: 'signed-in', reply: row, list: { sort: ['name'], countUpTo: 1000 } }),
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

describe.each(languages)('a list in %s', (language) => {
  test('shows its rows before the stored columns are loaded, and applies these when they arrive', async () => {
    await show(language, <ListView of={place} empty="place" columns={columns} />);
    await expect.element(page.getByRole('row', { name: 'Basement' })).toBeVisible();
    await expect.element(head('serial')).toBeVisible();
    preferences.resolve({ tried_place_list: { order: ['name', 'serial'], hidden: ['serial'] } });
    await expect.element(head('serial')).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: 'Basement' })).toBeVisible();
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
});

import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../../client/client-of.ts';
import { languages, loadTexts, text } from '../../../i18n/i18n.ts';
import { sessionStore } from '../../../session/session-store.ts';
import { testMe } from '../../../session/test-session.ts';
import { expectAccessible } from '../../../test-axe.ts';
import { kit, show, tried } from '../../../test-render.tsx';
import { ListView } from '../ListView.tsx';

const row = z.object({ id: z.number(), name: z.string(), battery: z.number() });
const { tank } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: {
      tank: {
        list: route.list('/tank', {
          access: 'signed-in',
          reply: row,
          list: { search: ['name'], sort: ['name'], filter: ['battery'] },
        }),
      },
    },
  }),
);
const tanks = Array.from({ length: 12 }, (_, n) => ({ id: n + 1, name: `Tank ${n + 1}`, battery: 90 + (n % 10) }));
const reply = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

let stored: Record<string, unknown>;
let failing: boolean;

/** The server: a list of tanks, and the preferences of the person. */
async function answer(address: string, { method, body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams: query } = new URL(address, location.origin);
  if (pathname.endsWith('/user/parameter')) {
    const key = query.get('key') ?? '';
    if (method === 'POST') stored[key] = JSON.parse(String(body)).value;
    if (method === 'DELETE') delete stored[key];
    return reply({ data: stored });
  }
  if (failing && query.has('search')) return reply({ code: '00000500', msg: 'broken' }, 500);
  const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 25)];
  const found = tanks
    .filter(({ name }) => name.includes(query.get('search') ?? ''))
    .filter(({ battery }) => battery >= Number(query.get('battery[min]') ?? 0))
    .filter(({ battery }) => battery <= Number(query.get('battery[max]') ?? 100));
  return reply({ data: found.slice(skip, skip + limit), totalRecords: found.length });
}

beforeEach(() => {
  stored = {};
  failing = false;
  sessionStore.set({ me: testMe(), index: {} });
  vi.stubGlobal('fetch', answer);
});

/** The part of the address that holds the state of the list. */
const Address = () => <output data-testid="address">{decodeURIComponent(useLocation().search)}</output>;
const address = () => page.getByTestId('address');
const input = (key: string, name: string) => text('input', key).replace('{{name}}', name);
const rows = () => page.getByRole('cell', { name: /^Tank \d+$/ });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const battery = () => tried('columns.battery');
const least = () => page.getByRole('textbox', { name: input('amount.minOf', battery()) });
const most = () => page.getByRole('textbox', { name: input('amount.maxOf', battery()) });

describe.each(languages)('a list with filters in %s', (language) => {
  const shows = (count: number) => expect.poll(() => rows().elements().length).toBe(count);
  /** Opens the list, which shows this many tanks. */
  const open = async (count = tanks.length) => {
    await show(
      language,
      <main>
        <ListView
          of={tank}
          empty="place"
          columns={['name', 'battery']}
          filters={[
            { field: 'battery', kind: 'range', min: 0, max: 100 },
            { field: 'name', kind: 'select', options: ['Tank 9', 'Tank 10'] },
          ]}
          card={({ name }) => name}
        />
        <Address />
      </main>,
    );
    await loadTexts(['input']);
    await shows(count);
  };

  test('applies filters only when they are valid and changed', async () => {
    await open();
    await button(kit('list.addFilter')).click();
    const apply = button(kit('actions.apply'));
    await expect.element(apply).toBeDisabled();
    await least().fill('101');
    await expect.element(page.getByText(text('input', 'amount.minBelow').replace('{{bound}}', '100'))).toBeVisible();
    await expect.element(apply).toBeDisabled();
    await least().fill('10');
    await most().fill('5');
    await expect.element(page.getByText(text('input', 'amount.maxBelowMin'))).toBeVisible();
    await expect.element(apply).toBeDisabled();
    await most().fill('94');
    await expect.element(apply).toBeEnabled();
    await expectAccessible();
    await apply.click();
    await expect.element(address()).toHaveTextContent('battery[min]=10');
    await expect.element(apply).toBeDisabled();
    await shows(7);
    await button(kit('list.clearFilter', { name: battery() })).click();
    await expect.element(address()).not.toHaveTextContent('battery');
    await shows(tanks.length);
  });

  test('opens a filter by its chip, where each change applies at once', async () => {
    await open();
    // The whole chip is the button.
    await button(battery()).click({ position: { x: 3, y: 3 } });
    await least().fill('99');
    await expect.element(address()).toHaveTextContent('battery[min]=99');
    await shows(1);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await button(kit('list.clearFilter', { name: battery() })).click();
    await shows(tanks.length);
  });

  test('takes an option of a chip that is chosen with the mouse', async () => {
    await open();
    // The column has a button of this name too, further down.
    await button(tried('columns.name')).first().click();
    await page.getByRole('combobox', { name: tried('columns.name') }).click();
    await page.getByRole('option', { name: 'Tank 10', exact: true }).click();
    await expect.element(address()).toHaveTextContent(/name=Tank.10/);
  });

  test('saves a view by name, opens it, makes it the default, renames and deletes it', async () => {
    await open();
    await page.getByRole('searchbox').fill('Tank 9');
    await shows(1);
    await button(kit('list.views')).click();
    await page.getByLabelText(text('input', 'views.saveAs')).fill('Nine');
    await userEvent.keyboard('{Enter}');
    await button(input('views.default', 'Nine')).click();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await button(kit('actions.reset')).click();
    await shows(tanks.length);
    await button(kit('list.views')).click();
    await button('Nine').click();
    await shows(1);
    await expect.element(address()).toHaveTextContent('search=Tank');
    // A new session opens the default view.
    sessionStorage.clear();
    await cleanup();
    await open(1);
    await expect.element(address()).toHaveTextContent('search=Tank');
    await button(kit('list.views')).click();
    await button(input('views.rename', 'Nine')).click();
    await page.getByLabelText(text('input', 'views.newName')).fill('Ninth');
    await userEvent.keyboard('{Enter}');
    await button(input('views.delete', 'Ninth')).click();
    await expect.element(page.getByText(text('input', 'views.none'))).toBeVisible();
  });

  test('sorts cards from the toolbar on a phone', async () => {
    await open();
    await page.viewport(390, 844);
    await button(kit('list.sort')).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: tried('columns.name') })
      .click();
    await expect.element(address()).toHaveTextContent(/sort=name\.(?:asc|desc)/);
    await expectAccessible();
  });

  test('leads from its search to the rows and back to the page by the keyboard', async () => {
    await open();
    const search = page.getByRole('searchbox');
    await search.fill('Tank 9');
    await userEvent.keyboard('{Enter}');
    await shows(1);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('row', { name: 'Tank 9' })).toHaveFocus();
    (search.element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await shows(tanks.length);
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toHaveFocus();
  });

  test('keeps the previous rows when a search fails, and can be retried', async () => {
    await open();
    failing = true;
    await page.getByRole('searchbox').fill('Tank 9');
    const outdated = page.getByText(kit('list.outdated'));
    await expect.element(outdated).toBeVisible();
    expect(rows().elements()).toHaveLength(tanks.length);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    failing = false;
    await button(kit('actions.retry')).click();
    await shows(1);
    await expect.element(outdated).not.toBeInTheDocument();
  });
});

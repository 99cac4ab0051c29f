import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { canDo } from '#platform/common/define-entity.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show, showPages } from '#platform/web/test-render.tsx';
import { refusal, testServer } from '#platform/web/test-server.ts';
import type { Added } from '#platform/web/ui/list/added-to-list.ts';
import { rodent } from '../../app.ts';
import type { Trap } from '../../common/trap-routes.ts';
import { ListPart } from './TrapColumns.tsx';
import { TrapsPage } from './TrapsPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('rodent', key, values);
const trap = (number: number, more: Partial<Trap> = {}): Trap => ({
  ...{ id: 100 + number, companyId: 7, name: `Cold store ${number}`, number, kind: 'snap', target: 'both' },
  ...{ zone: 'interior-food', lure: null, capacity: null, liveCatch: false, structure: { id: 9, name: 'Mall' } },
  ...{ floor: null, space: null, state: 'armed', since: null, lastHitAt: null, lastVisitAt: null, lastFinding: null },
  ...{ hits: 0, battery: 80, silent: false, full: false, needsHand: false, needs: [] },
  ...more,
});
const traps = [trap(1, { state: 'sprung', needsHand: true, needs: ['sprung', 'battery'] }), trap(2)];

async function open(language: Language, rows = traps) {
  const sent = testServer({
    'GET /rodent/trap': () => Response.json({ data: rows, totalRecords: rows.length }),
    'GET /structure': () => [],
    'GET /user/parameter': {},
  });
  await showPages(
    language,
    rodent,
    { 'traps/list': <TrapsPage /> },
    { at: '/LessWaste/traps/list', texts: ['rodent', 'places', 'device-app'] },
  );
  await page.viewport(1440, 900);
  return sent;
}

beforeEach(() => sessionStore.set(permitted(canDo('rodent.device', 'read'))));

describe.each(languages)('traps in %s', (language) => {
  test('say what they need, and lead to their page with the keyboard', async () => {
    const sent = await open(language);
    const row = page.getByRole('row').nth(1);
    for (const need of ['sprung', 'battery'])
      await expect.element(row.getByText(t(`values.need.${need}`), { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('row').nth(2)).toHaveTextContent(t('values.trapState.armed'));
    await expect
      .element(row.getByRole('link', { name: 'Cold store 1' }))
      .toHaveAttribute('href', '/LessWaste/devices/details/101');
    await expectAccessible();
    const header = page.getByRole('columnheader', { name: t('columns.number') }).getByRole('button');
    header.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() =>
        sent
          .filter(({ path }) => path === '/rodent/trap')
          .at(-1)
          ?.query.get('sort[number]'),
      )
      .toBe('desc');
  });
});

test('a company without traps is led to adding a device', async () => {
  sessionStore.set(permitted(canDo('rodent.device', 'read'), canDo('rodent.device', 'create')));
  await open('en', []);
  await expect.element(page.getByText(t('empty.trap.title'))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: text('device-app', 'pages.devices-add') }))
    .toHaveAttribute('href', '/LessWaste/devices/add');
});

/** The texts of the columns that traps add to a list of devices. */
async function added(answer: () => Response | Trap[]): Promise<() => string> {
  testServer({ 'GET /rodent/trap/facts': answer });
  const shown = ({ columns }: Pick<Added, 'columns'>) => (
    <output data-testid="added">{columns.map(({ field }) => field).join()}</output>
  );
  await show('en', <ListPart fixed={undefined}>{shown}</ListPart>, { texts: ['rodent'] });
  return () => page.getByTestId('added').element().textContent ?? '';
}

test('a list of devices has what traps add, and without their facts it is shown as it is', async () => {
  const shown = await added(() => traps);
  await expect.poll(shown).toContain('number,armed,needs,lastHitAt,lastVisitAt');
  const without = await added(() => refusal(403, { word: 'no-permission' }));
  await expect.poll(without).toBe('');
});

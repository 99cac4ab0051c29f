import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { visit as entity, type ShownVisit, visitStates } from '../../common/visits/visit.ts';
import { windowOf } from './use-visit-windows.ts';
import { VisitsCalendarPage } from './VisitsCalendarPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('rodent', key, values);
const noon = new Date(new Date().setUTCHours(8, 0, 0, 0)).toISOString();
const hours = (count: number) => new Date(Date.parse(noon) + count * 3_600_000).toISOString();
const visit = (id: number, more: Partial<ShownVisit> = {}): ShownVisit => ({
  ...{ id, companyId: 7, createdAt: noon, structureId: 9, kind: 'planned', plannedAt: noon, technicianId: null },
  ...{ note: null, number: `V-2026-00000${id}`, state: 'planned', startedAt: null, endedAt: null, signedBy: null },
  ...{ structure: { id: 9, name: 'Mall' }, technician: null, provider: null, traps: 48, checked: 7 },
  ...{ licence: null },
  ...more,
});
const visits = visitStates.map((state, n) =>
  visit(n + 1, { state, structure: { id: 9, name: `Mall ${n}` }, plannedAt: hours(n / 2) }),
);

async function open(language: Language, rows: readonly ShownVisit[] = visits) {
  const sent = testServer({
    'GET /rodent/visit': () => Response.json({ data: rows, totalRecords: rows.length }),
    'GET /user/parameter': {},
  });
  await show(
    language,
    <main>
      <VisitsCalendarPage />
    </main>,
    { texts: ['rodent', 'places', 'calendar'] },
  );
  return sent;
}
const windowOn = (state: string, n: number) =>
  page.getByRole('button', { name: new RegExp(`^${t(`values.state.${state}`)} · Mall ${n}`) });

beforeEach(() => sessionStore.set(permitted(entity.can('read'))));

describe.each(languages)('the calendar of visits in %s', (language) => {
  test('names the state of each visit, colours it, and asks for those of the shown weeks', async () => {
    await page.viewport(1440, 900);
    const sent = await open(language);
    await userEvent.click(page.getByText(text('calendar', 'views.day'), { exact: true }));
    for (const [n, state] of visitStates.entries()) await expect.element(windowOn(state, n)).toBeVisible();
    await expect.element(windowOn('missed', 4)).toHaveAttribute('data-tone', 'problem');
    await expect.element(windowOn('signed', 3)).toHaveAttribute('data-tone', 'good');
    await expectAccessible();
    const { query } = sent.find(({ path }) => path === '/rodent/visit') ?? {};
    expect(Date.parse(query?.get('plannedAt[from]') ?? '')).toBeLessThan(Date.parse(noon));
    expect(Date.parse(query?.get('plannedAt[to]') ?? '')).toBeGreaterThan(Date.parse(noon));
  });

  test('is a list of a day on a phone, and says when there are none', async () => {
    await page.viewport(390, 844);
    await open(language);
    await expect.element(windowOn('in-progress', 1)).toBeVisible();
    await open(language, []);
    await expect.element(page.getByText(t('calendar.none'))).toBeVisible();
  });
});

test('a visit is drawn when it was made, else when it is planned for', () => {
  const made = visit(1, { state: 'done', startedAt: hours(-30), endedAt: hours(-27) });
  expect(windowOf(made, 'Done', '')).toMatchObject({ from: hours(-30), to: hours(-27), tone: 'good' });
  expect(windowOf(visit(2), 'Planned', '')).toMatchObject({ from: noon, to: hours(2), tone: 'plain' });
});

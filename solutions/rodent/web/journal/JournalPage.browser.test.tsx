import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { canDo } from '#platform/common/define-entity.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { rodent } from '../../app.ts';
import type { JournalLine } from '../../common/journal.ts';
import { JournalPage } from './JournalPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('rodent', key, values);
const at = '2026-11-28T08:00:00.000Z';
const line = (id: number, kind: string, more: Partial<JournalLine> = {}): JournalLine => ({
  ...{ id, companyId: 7, at, kind, actor: null, impersonatedBy: null, data: {}, fromPlace: null, toPlace: null },
  ...{ device: { id: 41, name: 'Cold store 3', solutionId: 28 }, number: 19, structure: { id: 9, name: 'Mall' } },
  ...{ hit: null, verdict: null, visit: null, alarm: null },
  ...more,
});
const alarm = { id: 3, kind: 'catch', class: 'operational', severity: 'problem', condition: 'active' } as const;
const lines: JournalLine[] = [
  line(1, 'hit', { hit: { kind: 'activation', fromAt: null, count: 1, verdict: 'catch', presumed: true } }),
  line(2, 'verdict', {
    actor: 'Suresh Pillai',
    hit: { kind: 'activation', fromAt: null, count: 1, verdict: 'false', presumed: false },
    verdict: { verdict: 'false', species: null, count: null, cause: 'forklift', reason: null },
  }),
  line(3, 'visit', {
    visit: { id: 5, number: 'V-7', finding: 'dirty', count: null, species: null, actions: ['cleaned'], reason: null },
  }),
  line(4, 'alarm', { alarm: { ...alarm, disposition: 'open', closedAt: null, names: null, subject: 'Cold store 3' } }),
  line(5, 'alarm', {
    ...{ device: null, number: null },
    alarm: { ...alarm, kind: 'visit-missed', disposition: 'terminated', closedAt: at, names: null, subject: 'V-8' },
  }),
];

async function open(language: Language) {
  const sent = testServer({
    'GET /rodent/log': () => Response.json({ data: lines, totalRecords: lines.length }),
    'GET /structure': () => [],
    'GET /rodent/trap': () => [],
    'GET /user/parameter': {},
  });
  await showPages(
    language,
    rodent,
    { 'devices/history': <JournalPage /> },
    { at: '/LessWaste/devices/history', texts: ['rodent', 'devices', 'alarms', 'places'] },
  );
  await page.viewport(1440, 900);
  return sent;
}
const row = (nth: number) => page.getByRole('row').nth(nth);

beforeEach(() => sessionStore.set(permitted(canDo('rodent.device', 'read'))));

describe.each(languages)('the history of traps in %s', (language) => {
  test('says of each line what happened, at which trap, and what has become of an alarm', async () => {
    await open(language);
    await expect.element(row(1)).toHaveTextContent(t('presumed'));
    await expect.element(row(1)).toHaveTextContent('19 · Cold store 3');
    await expect.element(row(2)).toHaveTextContent(t('values.cause.forklift'));
    await expect.element(row(2)).toHaveTextContent('Suresh Pillai');
    await expect
      .element(row(3))
      .toHaveTextContent(`V-7 · ${t('values.finding.dirty')} · ${t('values.action.cleaned')}`);
    await expect
      .element(row(4))
      .toHaveTextContent(`${t('alarms.catch')} · ${kit('values.severity.problem')} · ${t('journal.alarm.active')}`);
    // An alarm about a visit names it, as no trap does.
    await expect
      .element(row(5))
      .toHaveTextContent(`${t('alarms.visit-missed')} · ${kit('values.severity.problem')} · V-8`);
    await expectAccessible();
  });

  test('is filtered by alarms', async () => {
    const sent = await open(language);
    await expect.element(row(1)).toBeVisible();
    page
      .getByRole('button', { name: kit('list.addFilter') })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    const panel = page.getByRole('complementary', { name: kit('list.filters') });
    await panel.getByRole('combobox', { name: t('columns.what') }).click();
    await page.getByRole('option', { name: t('journal.kinds.alarm'), exact: true }).click();
    await userEvent.keyboard('{Escape}');
    await panel.getByRole('button', { name: kit('actions.apply') }).click();
    await expect
      .poll(() =>
        sent
          .filter(({ path }) => path === '/rodent/log')
          .at(-1)
          ?.query.get('kind'),
      )
      .toBe('alarm');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { listenForShortcuts } from '#platform/web/shell/keyboard/shortcuts.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { reports } from '../../app.ts';
import { canDoWithReports, type Report } from '../../common/report.ts';
import { path, report, run, signInWithReports } from '../test-reports.ts';
import { ReportsPage } from './ReportsPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('reports', key, values);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dates = (label: string) => page.getByRole('dialog').getByLabelText(label);
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

beforeEach(signInWithReports);

const other: Report = {
  ...report,
  id: 4,
  name: 'Cold rooms',
  mayChange: false,
  state: 'paused',
  pausedBecause: 'failed',
};

describe.each(languages)('the list of reports in %s', (language) => {
  const open = async (rows: Report[], { query = '', answers = {} }: { query?: string; answers?: object } = {}) => {
    const sent = testServer({
      'GET /user/parameter': {},
      [`GET ${path}`]: rows,
      [`GET ${path}/3`]: report,
      [`GET ${path}/4`]: other,
      [`GET ${path}/3/run`]: [run],
      [`GET ${path}/3/receptor`]: [
        { id: 11, user: { id: 5, name: 'Lina Saif' }, state: 'active', maySeeAll: true },
        { id: 12, user: { id: 6, name: 'Omar Aziz' }, state: 'active', maySeeAll: false },
      ],
      [`POST ${path}/3/pdf`]: { ...run, id: 10, isNew: true },
      [`PUT ${path}/3`]: report,
      ...answers,
    });
    await showPages(
      language,
      reports,
      { list: <ReportsPage /> },
      {
        at: `/reports/list${query}`,
        texts: ['reports', 'places'],
      },
    );
    return sent;
  };

  test('says when a report runs next by the clocks of its zone, and why one is paused', async () => {
    await open([report, other]);
    await expect.element(page.getByText('01/11/2099 07:00').first()).toBeVisible();
    await expect.element(page.getByText('Dubai', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText(t('list.pausedBecause.failed'))).toBeVisible();
    await expectAccessible();
  });

  test('runs the focused report by R and Enter as it is defined, and shows its history', async () => {
    const sent = await open([report]);
    const stop = listenForShortcuts();
    await expect.element(page.getByText('Monthly water').first()).toBeVisible();
    document.querySelector<HTMLElement>('tr[data-key="3"]')?.focus();
    await userEvent.keyboard('r');
    await expect.element(inDialog(t('list.run.submit'))).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/3/pdf`)).toEqual([{ language, formats: ['pdf', 'csv'] }]);
    await expect.element(page.getByRole('heading', { name: t('list.panel.runs') })).toBeVisible();
    stop();
  });

  test('runs a report for other dates and files, after the dates are in order', async () => {
    const sent = await open([report]);
    await button(t('actions.run')).first().click();
    await page.getByRole('combobox', { name: t('list.run.period') }).click();
    await page.getByRole('option', { name: t('list.run.custom') }).click();
    await dates(t('list.run.from')).fill('2026-10-02T00:00');
    await dates(t('list.run.to')).fill('2026-10-01T00:00');
    await expect.element(page.getByText(kit('validation.toAfterFrom'))).toBeVisible();
    await inDialog(t('list.run.submit')).click();
    expect(bodiesOf(sent, 'POST', `${path}/3/pdf`)).toEqual([]);
    await dates(t('list.run.to')).fill('2026-10-03T00:00');
    await page.getByRole('checkbox', { name: t('values.format.pdf') }).click();
    await inDialog(t('list.run.submit')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${path}/3/pdf`))
      .toEqual([
        { period: { from: '2026-10-01T20:00:00.000Z', to: '2026-10-02T20:00:00.000Z' }, language, formats: ['csv'] },
      ]);
  });

  test('says that a section does not allow the period, and keeps the dialog', async () => {
    const answers = {
      [`POST ${path}/3/pdf`]: refusal(418, { errors: [{ param: 'sections.0', msg: 'periodTooLong' }] }),
    };
    await open([report], { answers });
    await button(t('actions.run')).first().click();
    await inDialog(t('list.run.submit')).click();
    await expect.element(page.getByRole('dialog').getByText(kit('validation.periodTooLong'))).toBeVisible();
  });

  test('pauses a report with the version that was read, and offers no changes of those of others', async () => {
    const sent = await open([report, other]);
    await button(t('actions.pause')).click();
    await expect.poll(() => bodiesOf(sent, 'PUT', `${path}/3`)).toMatchObject([{ active: false, version: 4 }]);
    expect(bodiesOf(sent, 'PUT', `${path}/3`)[0]).not.toHaveProperty('mayChange');
    await expect.element(button(t('actions.resume'))).not.toBeInTheDocument();
  });

  test('copies a report under a name that is free, without running it by its schedule', async () => {
    let tries = 0;
    const answers = {
      [`POST ${path}`]: () =>
        ++tries === 1 ? refusal(418, { errors: [{ param: 'name', msg: 'taken' }] }) : { ...report, id: 8 },
    };
    const sent = await open([report], { answers });
    await button(kit('actions.copy')).click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', path)).toMatchObject([
      { name: t('list.copyOf', { name: 'Monthly water' }), active: false },
      { name: t('list.copyNumber', { n: 2, name: 'Monthly water' }), active: false },
    ]);
  });

  test('offers reports to begin with, of which the person may add all sections', async () => {
    const section = {
      app: 'garage',
      slice: 'x',
      draw: 'table',
      columns: [],
      params: {},
      width: { least: 3, usual: 12 },
    };
    const offered = [
      { ...section, kind: 'alarms-count', maxDays: null, refused: null },
      { ...section, kind: 'consumption', maxDays: null, refused: 'no-permission' },
    ];
    await open([], { answers: { [`GET ${path}/widget`]: () => Response.json({ data: offered }) } });
    const starter = page.getByRole('link', { name: t('starters.monthly-alarms') });
    await expect.element(starter).toHaveAttribute('href', '/reports/create?starter=monthly-alarms');
    await expect.element(page.getByText(t('starters.monthly-consumption'))).not.toBeInTheDocument();
    await expect.element(page.getByText(t('starters.weekly-overview'))).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('does not ask people to create one who cannot', async () => {
    const { me, index } = permitted(canDoWithReports('read'));
    const company = sessionStore.get().me?.company ?? null;
    sessionStore.set({ me: { ...testMe({ mask: me.session.mask, user: { isAdmin: true } }), company }, index });
    await open([]);
    await expect.element(page.getByText(t('empty.reportForReaders.text'))).toBeVisible();
    await expect.element(page.getByRole('link', { name: t('list.create') })).not.toBeInTheDocument();
  });

  describe('in the history of a report', () => {
    test('a person reads to whom a run was sent, and why somebody did not get it', async () => {
      await open([report], { query: '?report=3' });
      await button(t('run.sentTo', { count: 2, sent: 1 })).click();
      const skipped = page.getByRole('listitem').filter({ hasText: 'Omar Aziz' }).first();
      await expect.element(skipped.getByText(t('values.deliveryState.skipped'))).toBeVisible();
      await expect.element(skipped).toHaveTextContent(t('run.skipped.no-permission'));
      await expectAccessible();
    });

    test('a run on hold is sent after a question, and one that waits is cancelled', async () => {
      const held = { ...run, state: 'held', deliveries: [], faults: [{ section: 0, fault: 'failed' }] };
      const queued = { ...run, id: 10, state: 'queued', ahead: 2, files: [], deliveries: [] };
      const answers = {
        [`GET ${path}/3/run`]: [queued, held],
        [`POST ${path}/run/9/release`]: { ...run },
        [`POST ${path}/run/10/cancel`]: { ...queued, state: 'cancelled' },
      };
      const sent = await open([report], { query: '?report=3', answers });
      await expect.element(page.getByText(t('run.progress.ahead', { count: 2 }))).toBeVisible();
      await button(t('run.release')).click();
      expect(bodiesOf(sent, 'POST', `${path}/run/9/release`)).toEqual([]);
      await page
        .getByRole('dialog', { name: t('run.releaseTitle') })
        .getByRole('button', { name: t('run.release') })
        .click();
      await expect.poll(() => bodiesOf(sent, 'POST', `${path}/run/9/release`)).toHaveLength(1);
      await button(t('run.cancel')).click();
      await expect.poll(() => bodiesOf(sent, 'POST', `${path}/run/10/cancel`)).toHaveLength(1);
    });

    test('a recipient ends what is sent to them, and sees who would not get it', async () => {
      const sent = await open([report], { query: '?report=3', answers: { [`DELETE ${path}/3/receptor`]: null } });
      await expect.element(page.getByText(t('list.panel.mayNotSeeAll'))).toBeVisible();
      await button(t('list.panel.leave')).click();
      await page
        .getByRole('dialog', { name: t('list.panel.leaveTitle') })
        .getByRole('button', { name: t('list.panel.leave') })
        .click();
      await expect
        .poll(() => sent.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('ids')))
        .toEqual(['11']);
    });
  });
});

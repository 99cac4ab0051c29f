import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { reports } from '../../app.ts';
import type { ReportRun } from '../../common/run.ts';
import { document as found, path, report, run, signInWithReports } from '../test-reports.ts';
import { RunPage } from './RunPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('reports', key, values);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(signInWithReports);

describe.each(languages)('the page of a run in %s', (language) => {
  const open = async (changes: Partial<ReportRun>, answers: object = {}) => {
    const sent = testServer({
      [`GET ${path}/run/9`]: { ...run, ...changes },
      [`GET ${path}/run/9/document`]: found,
      [`GET ${path}/3`]: report,
      [`POST ${path}/3/pdf`]: { ...run, id: 12, isNew: true },
      ...answers,
    });
    await showPages(
      language,
      reports,
      { 'run/{id}': <RunPage /> },
      {
        at: '/reports/run/9',
        texts: ['reports', 'places'],
      },
    );
    return sent;
  };

  test('shows what was found, the files, and to whom it was sent or why not', async () => {
    await open({});
    await expect.element(page.getByRole('cell', { name: 'White van' })).toBeVisible();
    await expect.element(page.getByText(t('run.skipped.no-permission'))).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '62c3e9c0' }))
      .toHaveAttribute('href', `/verify/${run.files[0]?.code}`);
    await expectAccessible();
  });

  test('downloads a file with the name of the report', async () => {
    const sent = await open({}, { [`GET ${path}/run/9/file`]: new Response('%PDF') });
    const file = `${t('values.format.pdf')} · ${t('values.language.en')}`;
    await button(t('run.downloadOf', { file })).click();
    await expect
      .poll(() => sent.filter((one) => one.path === `${path}/run/9/file`).map(({ query }) => query.toString()))
      .toEqual(['format=pdf&language=en']);
  });

  test('sends a run to colleagues who are chosen, and says how many did not get it', async () => {
    const people = [
      { id: 5, name: 'Lina Saif' },
      { id: 6, name: 'Omar Aziz' },
    ];
    const sent = await open({}, { [`GET ${path}/people`]: people, [`POST ${path}/run/9/send`]: run });
    await button(t('run.send')).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: t('run.sendSubmit', { count: 0 }) })).toBeDisabled();
    for (const { name } of people) await dialog.getByRole('checkbox', { name }).click();
    await expectAccessible();
    await dialog.getByRole('button', { name: t('run.sendSubmit', { count: 2 }) }).click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/run/9/send`)).toEqual([{ userIds: [5, 6] }]);
    await expect.element(page.getByText(t('run.sentSome', { sent: 1, count: 2 }))).toBeVisible();
  });

  test('says what a run waits for, and has no files before they are made', async () => {
    await open({ state: 'queued', ahead: 2, files: [], deliveries: [] });
    await expect.element(page.getByText(t('run.progress.ahead', { count: 2 }))).toBeVisible();
    await expect.element(page.getByText(t('run.noFiles'))).toBeVisible();
    await expectAccessible();
    await open({ state: 'queued', ahead: 0, waitsUntil: '2026-11-01T03:15:00.000Z', files: [], deliveries: [] });
    await expect.element(page.getByText(t('run.progress.late', { time: '07:15' }))).toBeVisible();
    const attempts = { attempts: 1, waitsUntil: '2026-11-01T03:15:00.000Z' };
    await open({ state: 'queued', ahead: 0, ...attempts, files: [], deliveries: [] });
    await expect.element(page.getByText(t('run.progress.again', { time: '07:15' }))).toBeVisible();
  });

  test('shows what was found while the files are being made', async () => {
    const [pdf] = run.files;
    const files = [
      { ...pdf, format: 'csv' },
      { ...pdf, bytes: null, sha256: null, code: 'b' },
    ] as ReportRun['files'];
    await open({ state: 'rendering', files, deliveries: [] });
    await expect.element(page.getByText(t('run.progress.files', { count: 2, done: 1 }))).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'White van' })).toBeVisible();
    const file = `${t('values.format.pdf')} · ${t('values.language.en')}`;
    await expect.element(button(t('run.downloadOf', { file }))).toBeDisabled();
  });

  test('says why a run has failed, and runs it again for the same period and files', async () => {
    const answers = {
      [`GET ${path}/run/12`]: { ...run, id: 12, state: 'queued', ahead: 0, files: [], deliveries: [] },
    };
    const sent = await open({ state: 'failed', error: 'print-failed', deliveries: [] }, answers);
    await expect.element(page.getByText(t('run.errors.print-failed'))).toBeVisible();
    await expectAccessible();
    await button(t('run.again')).first().click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${path}/3/pdf`))
      .toEqual([{ period: { from: run.from, to: run.to }, language: 'en', formats: ['pdf'] }]);
    await expect.element(page.getByText(t('run.progress.next'))).toBeVisible();
  });

  test('names the sections without data, and sends a run on hold as it is after a question', async () => {
    const [[cell]] = found.rows as [[(typeof found.rows)[number][number]]];
    const missing = { ...found, rows: [[{ ...cell, part: { ...cell.part, rows: [], fault: 'failed' } }]] };
    const changes = { state: 'held', deliveries: [], faults: [{ section: 0, fault: 'failed' }] } as const;
    const sent = await open(
      { ...changes, deliveries: [], faults: [...changes.faults] },
      {
        [`GET ${path}/run/9/document`]: missing,
        [`POST ${path}/run/9/release`]: run,
      },
    );
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Cars of the month' })).toBeVisible();
    await expect.element(page.getByText(t('run.nobody.held'))).toBeVisible();
    await expectAccessible();
    await button(t('run.release')).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('run.release') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/run/9/release`)).toHaveLength(1);
  });

  test('says that the files and data of an old run are gone, and does not ask for them', async () => {
    const sent = await open({ state: 'expired', expiresAt: null, deliveries: [] });
    await expect.element(page.getByText(t('run.ended.expiredText'))).toBeVisible();
    expect(sent.some((one) => one.path.endsWith('/document'))).toBe(false);
    const file = `${t('values.format.pdf')} · ${t('values.language.en')}`;
    await expect.element(button(t('run.downloadOf', { file }))).toBeDisabled();
  });

  test('says that a run shows more than the person may see, or that there is none', async () => {
    await open({}, { [`GET ${path}/run/9`]: refusal(403, { word: 'not-for-you' }) });
    await expect.element(page.getByText(t('run.notForYouText'))).toBeVisible();
    await expectAccessible();
    await open({}, { [`GET ${path}/run/9`]: refusal(404, { word: 'not-found' }) });
    await expect.element(page.getByText(kit('errors.not-found'))).toBeVisible();
  });

  test('says why nobody was sent a run', async () => {
    await open({ cause: 'hand', state: 'ready', deliveries: [] });
    await expect.element(page.getByText(t('run.nobody.hand'))).toBeVisible();
    await open(
      { state: 'ready', deliveries: [], rowCount: 0 },
      { [`GET ${path}/3`]: { ...report, skipIfEmpty: true } },
    );
    await expect.element(page.getByText(t('run.nobody.empty'))).toBeVisible();
    await open({ state: 'ready', deliveries: [] });
    await expect.element(page.getByText(t('run.nobody.none'))).toBeVisible();
  });
});

import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { telemetry } from '../../app.ts';
import { deadLetterRoutes } from '../../common/ingest.ts';
import { DeadLettersPage } from './DeadLettersPage.tsx';

const { list, replay } = deadLetterRoutes;
const device = { id: 5, name: 'Tank 5', app: 'sample', solutionId: 1 };
const letter = (id: number, msg: string) => ({ id, device, externalId: null, reasons: [{ param: '', msg }] });

beforeEach(() => sessionStore.set(permitted(list.access, replay.access)));

const show = (language: (typeof languages)[number], at: string) =>
  showPages(
    language,
    telemetry as unknown as AppManifest,
    { 'devices/dead-letters': <DeadLettersPage /> },
    { at: `/core/devices/dead-letters${at}`, texts: ['telemetry', 'devices'] },
  );

test.each(languages)('all messages of a reason are reprocessed one after the other in %s', async (language) => {
  const replayed: number[] = [];
  const replaying = (id: number, reasons: object[]) => () => {
    replayed.push(id);
    return { stored: 1, reasons };
  };
  const sent = testServer({
    'GET /telemetry/dead-letter': [],
    'GET /telemetry/dead-letter/groups': () =>
      [
        { reason: 'future-time', count: 3, devices: 1, lastAt: '2026-03-01T08:00:00.000Z' },
        { reason: 'bad-key', count: 1, devices: 1, lastAt: '2026-03-01T08:00:00.000Z' },
      ].filter(({ reason }) => reason !== 'future-time' || replayed.length === 0),
    'GET /telemetry/dead-letter/group': [1, 2, 3].map((id) => letter(id, 'future-time')),
    'POST /telemetry/dead-letter/1/replay': replaying(1, []),
    'POST /telemetry/dead-letter/2/replay': replaying(2, [{ param: 'level', msg: 'out-of-range' }]),
    'POST /telemetry/dead-letter/3/replay': replaying(3, []),
  });
  await show(language, '?state=open&reason=future-time');
  await page.getByRole('button', { name: text('telemetry', 'deadLetters.replayAll', { count: 3 }) }).click();
  const panel = page.getByRole('dialog');
  await expect.element(panel.getByText(/Tank 5/).first()).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: text('telemetry', 'actions.replay'), exact: true }).click();
  await expect.element(panel.getByText(kit('run.progress', { done: 3, total: 3 }))).toBeVisible();
  await expect.element(panel.getByText(text('telemetry', 'deadLetter.out-of-range'))).toBeVisible();
  expect(replayed.sort()).toEqual([1, 2, 3]);
  expect(sent.find(({ path }) => path === '/telemetry/dead-letter/group')?.query.get('reason')).toBe('future-time');
  // The run stays although its group is gone.
  await expect
    .element(page.getByRole('button', { name: text('telemetry', 'deadLetters.replayAll', { count: 3 }) }))
    .not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: kit('run.retry') })).toBeVisible();
});

test('messages are reprocessed together only by reason, and only by people who may', async () => {
  const groups = [{ reason: 'future-time', count: 1200, devices: 1, lastAt: '2026-03-01T08:00:00.000Z' }];
  testServer({
    'GET /telemetry/dead-letter': [],
    'GET /telemetry/dead-letter/groups': groups,
    'GET /telemetry/dead-letter/group': [letter(1, 'future-time')],
  });
  await show('en', '');
  const all = page.getByRole('button', { name: text('telemetry', 'deadLetters.replayAll', { count: 1200 }) });
  await expect.element(page.getByText('1,200')).toBeVisible();
  await expect.element(all).not.toBeInTheDocument();
  await page.getByRole('link', { name: text('telemetry', 'deadLetter.future-time') }).click();
  await all.click();
  await expect.element(page.getByText(text('telemetry', 'deadLetters.oldestFirst', { count: 1000 }))).toBeVisible();

  sessionStore.set(permitted(list.access));
  await show('en', '?reason=future-time');
  await expect.element(page.getByText('1,200')).toBeVisible();
  await expect.element(all).not.toBeInTheDocument();
});

import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import type { CommandSpec, Guard } from '#core/devices/common/manifest.ts';
import { defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { formatDate } from '#platform/web/i18n/formats.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { show, tried } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { type Command, commandRoutes } from '../common/command.ts';
import { CommandPanel } from './CommandPanel.tsx';

const standing: readonly Guard[] = [
  { position: true, olderThan: 60, code: '90020411', word: 'position-old' },
  { position: true, above: 5, code: '90020412', word: 'moving' },
];
const commands: Record<string, CommandSpec> = {
  tip: { params: z.strictObject({}), unless: standing },
  halt: { params: z.strictObject({}), unless: standing, waitSeconds: 1800 },
};
const routes = commandRoutes('tried', '/device', commands);
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  pages: [],
  commands,
  routes: { command: routes },
});
const waiting: Command = {
  id: 3,
  deviceId: 9,
  method: 'halt',
  params: {},
  state: 'queued',
  response: null,
  reason: null,
  waitsFor: 'moving',
  requestedBy: null,
  impersonatedBy: null,
  actedFor: null,
  alarmId: null,
  trace: [{ state: 'queued', at: '2026-03-01T08:00:00.000Z' }],
  createdAt: '2026-03-01T08:00:00.000Z',
  changedAt: '2026-03-01T08:00:00.000Z',
  expiresAt: '2026-03-01T08:30:00.000Z',
  notice: null,
};
const list = 'GET /tried/device/9/command';
const send = 'POST /tried/device/9/command';
const cancel = 'POST /tried/device/9/command/3/cancel';

beforeEach(() => {
  const { me, index } = permitted(routes.send.access);
  sessionStore.set({ me, index });
});

/** Shows the panel for a device with a position of this age in seconds; null for none. */
function showPanel(language: Language, position: { age: number; speed: number } | null) {
  const device = {
    id: 9,
    companyId: 7,
    name: 'Truck',
    structure: null,
    solutionId: 1,
    hardware: { id: 1, name: { en: 'Tracker', ar: 'متتبع' } },
    suspended: false,
    token: 'active' as const,
    values: [],
    position: position && { at: new Date(Date.now() - position.age * 1000).toISOString(), speed: position.speed },
  };
  const node = <CommandPanel app={app} calls={clientOf(app).command} device={device} />;
  return show(language, node, { texts: ['commands', 'devices'] });
}
const button = (method: string) => page.getByRole('button', { name: tried(`commands.${method}`), exact: true });

test.each(languages)(
  'a command that is forbidden now shows the reason, and one that may wait for how long, in %s',
  async (language) => {
    testServer({ [list]: [] });
    await showPanel(language, { age: 0, speed: 40 });
    const why = tried('errors.moving');
    await expect.element(button('tip')).toBeDisabled();
    await expect.element(button('tip')).toHaveAccessibleDescription(why);
    await expect.element(button('halt')).toBeEnabled();
    const time = formatDuration(1_800_000, language);
    await expect
      .element(button('halt'))
      .toHaveAccessibleDescription(text('commands', 'commandPanel.mayWait', { why, time }));
    for (const outdated of [null, { age: 120, speed: 0 }]) {
      await showPanel(language, outdated);
      await expect.element(button('tip')).toHaveAccessibleDescription(tried('errors.position-old'));
    }
    await showPanel(language, { age: 0, speed: 5 });
    await expect.element(button('tip')).toBeEnabled();
    await expect.element(page.getByText(why)).not.toBeInTheDocument();
  },
);

test.each(languages)(
  'a command that waits shows for what and until when, and can be cancelled, in %s',
  async (language) => {
    const sent = testServer({
      [list]: [],
      [send]: waiting,
      [cancel]: { ...waiting, state: 'failed', reason: 'cancelled', waitsFor: null },
    });
    await showPanel(language, { age: 0, speed: 40 });
    await button('halt').click();
    const values = { why: tried('errors.moving'), until: formatDate(waiting.expiresAt) };
    await expect.element(page.getByText(text('commands', 'commandWaits', values))).toBeVisible();
    await expect.element(button('halt')).toBeDisabled();
    await page.getByRole('button', { name: text('commands', 'actions.cancel') }).click();
    await expect.element(page.getByText(text('commands', 'commandReason.cancelled'))).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/tried/device/9/command')).toEqual([{ method: 'halt', params: {} }]);
  },
);

test.each(languages)('a command that expired while it waited shows for what it has waited in %s', async (language) => {
  testServer({ [list]: [{ ...waiting, state: 'expired', reason: 'moving', waitsFor: null }] });
  await showPanel(language, null);
  const why = tried('errors.moving');
  await expect.element(page.getByText(text('commands', 'commandWaited', { why }))).toBeVisible();
});

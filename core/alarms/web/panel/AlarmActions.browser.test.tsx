import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { listenForShortcuts } from '#platform/web/shell/keyboard/shortcuts.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show, tried } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { type AlarmDetail, alarmActionRoute, alarmRoutes } from '../../common/alarm.ts';
import { standard } from '../../common/standard-actions.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmParties } from './AlarmParties.tsx';

const stations = ['north', 'south'] as const;
const access = {
  path: '/alarm',
  page: 'alarms',
  marks: ['on-site'],
  actions: {
    ...standard('acknowledge', 'take-over', 'comment'),
    'call-guard': {
      confirm: true,
      comment: { field: 'station', is: ['north'] },
      body: z.object({ station: z.enum(stations), people: z.number().optional() }),
      fields: {
        station: { kind: 'choice', options: stations },
        people: { kind: 'number', min: 1, max: 9, optional: true },
      },
    },
  },
} as const;
/** A class whose acknowledgement needs a comment. */
const watch = {
  path: '/watch',
  page: 'watch',
  actions: { acknowledge: { ...standard('acknowledge').acknowledge, comment: 'needed' }, ...standard('comment') },
} as const;
const watchRoutes = alarmRoutes('tried', 'watch', watch);
const routes = {
  ...alarmRoutes('tried', 'access', access),
  callGuard: alarmActionRoute('tried', 'access', access, 'call-guard'),
};
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: { alarm: routes, watchAlarm: watchRoutes },
  pages: [],
  alarmClasses: { access, watch },
});

const alarm: AlarmDetail = {
  id: 3,
  companyId: 7,
  app: 'tried',
  class: 'access',
  kind: 'forced-door',
  severity: 'problem',
  rank: 1,
  condition: 'active',
  acknowledged: false,
  acknowledgedBy: null,
  disposition: 'open',
  escalatedTo: null,
  count: 1,
  firstAt: '2026-03-01T08:00:00.000Z',
  lastAt: '2026-03-01T08:00:00.000Z',
  clearedAt: null,
  closedAt: null,
  closedBySystem: false,
  subject: { type: 'room', id: 9, name: 'Vault' },
  device: null,
  structure: null,
  sensor: null,
  value: null,
  limit: null,
  rule: null,
  outcome: null,
  names: null,
  desk: null,
  party: null,
  actions: ['acknowledge', 'comment', 'call-guard'],
  events: [],
  message: null,
  guidance: null,
  trigger: null,
  floor: null,
  parties: [],
};

const t = (key: string, values?: Record<string, unknown>) => text('alarms', key, values);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
const textbox = (name: string) => page.getByRole('textbox', { name });
const station = () => page.getByRole('combobox', { name: tried('actionFields.station') });

const server = (): readonly Sent[] =>
  testServer({
    'POST /tried/alarm/3/call-guard': { ...alarm },
    'POST /tried/alarm/3/comment': { ...alarm },
    'POST /tried/alarm/3/take-over': { ...alarm },
    'GET /alarm/unacknowledged/count': { count: 0, messages: 0 },
  });

const accesses = [...Object.values(routes), ...Object.values(watchRoutes)].map(({ access }) => access);
beforeEach(() => sessionStore.set(permitted(...accesses)));

describe.each(languages)('the actions on an alarm in %s', (language) => {
  const open = (shown: Partial<AlarmDetail> = {}) =>
    show(language, <AlarmActions alarm={{ ...alarm, ...shown }} app={app} />, { texts: ['alarms', 'tried'] });

  test('ask for what the class declares, and then for a confirmation', async () => {
    const sent = server();
    await open();
    const call = tried('actions.call-guard');
    await button(call).click();
    const form = page.getByRole('form', { name: call });
    await expect.element(station()).toHaveFocus();
    await expectAccessible();
    // Nothing is sent without the station.
    await form.getByRole('button', { name: call }).click();
    await expect.element(form.getByText(t('fieldNeeded'))).toBeVisible();
    await station().click();
    await page.getByRole('option', { name: tried('values.station.south') }).click();
    await page.getByLabelText(tried('actionFields.people')).fill('2');
    await userEvent.keyboard('{Enter}');
    expect(bodiesOf(sent, 'POST', '/tried/alarm/3/call-guard')).toEqual([]);
    await confirm(call);
    await expect.element(form).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/tried/alarm/3/call-guard')).toEqual([{ comment: '', station: 'south', people: 2 }]);
  });

  test('need a comment for some of the options, and keep what was chosen until it is there', async () => {
    const sent = server();
    await open();
    await button(tried('actions.call-guard')).click();
    await station().click();
    await page.getByRole('option', { name: tried('values.station.north') }).click();
    const send = page.getByRole('form').getByRole('button').first();
    await send.click();
    await expect.element(page.getByText(t('commentNeeded'))).toBeVisible();
    await expect.element(textbox(t('comment'))).toHaveFocus();
    expect(sent).toEqual([]);
    await userEvent.keyboard('Two people at the gate');
    await send.click();
    await confirm(tried('actions.call-guard'));
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
    const [body] = bodiesOf(sent, 'POST', '/tried/alarm/3/call-guard');
    expect(body).toEqual({ comment: 'Two people at the gate', station: 'north' });
  });

  test('are not sent by a key if they need a comment', async () => {
    const sent = server();
    await open({ class: 'watch', actions: ['acknowledge', 'comment'] });
    await expect.element(button(t('actions.acknowledge'))).toBeVisible();
    const stop = listenForShortcuts();
    await userEvent.keyboard('a');
    await expect.element(page.getByText(t('commentNeeded'))).toBeVisible();
    stop();
    await expect.element(textbox(t('comment'))).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('are closed by Escape without being sent', async () => {
    const sent = server();
    await open();
    await button(tried('actions.call-guard')).click();
    await expect.element(station()).toHaveFocus();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  test('send a comment with its mark and files', async () => {
    const sent = server();
    await open();
    await textbox(t('comment')).fill('See the picture');
    await page.getByRole('combobox', { name: t('mark') }).click();
    await page.getByRole('option', { name: tried('marks.on-site') }).click();
    const input = page
      .getByLabelText(t('files.add'))
      .elements()
      .find((one) => one instanceof HTMLInputElement);
    await userEvent.upload(input as HTMLInputElement, new File(['%PDF-1.4'], 'door.pdf', { type: 'application/pdf' }));
    await expect.element(page.getByText('door.pdf')).toBeVisible();
    await expectAccessible();
    await button(t('actions.comment')).click();
    await expect.element(page.getByText('door.pdf')).not.toBeInTheDocument();
    const [form] = bodiesOf(sent, 'POST', '/tried/alarm/3/comment') as FormData[];
    expect([form?.get('comment'), form?.get('mark'), form?.get('files')]).toEqual([
      'See the picture',
      'on-site',
      expect.objectContaining({ name: 'door.pdf' }),
    ]);
  });

  test('keep a comment from the other companies of the alarm, if there are any', async () => {
    const sent = server();
    const choose = () => page.getByRole('checkbox', { name: t('internal.choose') });
    await open();
    await expect.element(textbox(t('comment'))).toBeVisible();
    await expect.element(choose()).not.toBeInTheDocument();
    await open({ desk: { role: 'monitor', mine: true, acknowledgedAt: null, acknowledgedBy: null } });
    await textbox(t('comment')).fill('Ours alone');
    await choose().click();
    await button(t('actions.comment')).click();
    await expect.element(choose()).not.toBeChecked();
    expect(bodiesOf(sent, 'POST', '/tried/alarm/3/comment')).toEqual([{ comment: 'Ours alone', audience: 'company' }]);
  });

  test('say only that an alarm was seen where another company has to act', async () => {
    await open({ desk: { role: 'monitor', mine: false, acknowledgedAt: null, acknowledgedBy: null } });
    await expect.element(button(t('actions.seen'))).toBeVisible();
    await expect.element(button(t('actions.acknowledge'))).not.toBeInTheDocument();
  });

  test('let somebody take over an alarm that another person has', async () => {
    const sent = server();
    await open({ acknowledged: true, actions: ['take-over', 'comment'] });
    await button(t('actions.take-over')).click();
    await expect.element(page.getByText(t('askOpenText'))).toBeVisible();
    await confirm(t('actions.take-over'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/tried/alarm/3/take-over')).toHaveLength(1);
  });

  test('are next to the companies of the alarm, and show which of them has seen it and which has to act', async () => {
    const parties: AlarmDetail['parties'] = [
      {
        company: { id: 8, name: 'Aman' },
        role: 'monitor',
        hasDesk: true,
        acknowledgedAt: '2026-03-01T08:01:00.000Z',
        acknowledgedBy: { id: 9, name: 'Noura' },
        untilAt: null,
      },
    ];
    await show(language, <AlarmParties alarm={{ ...alarm, parties }} />, { texts: ['alarms', 'tried'] });
    for (const shown of ['Aman', 'Noura', tried('parties.monitor'), t('parties.desk'), t('acknowledged')])
      await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
    await expectAccessible();
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { closedWeek } from '#platform/common/time/week-schedule.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { type NotificationGroup, notificationGroupRoutes } from '../../common/notification-group.ts';
import { NotificationSettings } from './NotificationSettings.tsx';
import { WebhookEvents } from './WebhookEvents.tsx';

const routes = notificationGroupRoutes('tried');
const { notificationGroup: calls } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    routes: { notificationGroup: routes },
    pages: [],
  }),
);
const path = '/tried/notifications-group/3';
const mariam = { id: 22, firstName: 'Mariam', lastName: 'Al Suwaidi', email: 'mariam@reem.test' };
const layla = { id: 21, firstName: 'Layla', lastName: 'Nasser', email: 'layla@reem.test' };

function server(settings: Partial<NotificationGroup> = {}): readonly Sent[] {
  let group: NotificationGroup = {
    id: 3,
    companyId: 7,
    app: 'tried',
    name: 'Guards',
    description: '',
    mutedUntil: null,
    users: [],
    resources: [{ id: '*' }],
    notifications: {},
    events: [],
    lowest: {},
    quiet: null,
    escalation: [],
    repeat: null,
    onClear: false,
    createdAt: '2026-03-01T08:00:00.000Z',
    ...settings,
  };
  return testServer({
    [`GET ${path}`]: () => group,
    'GET /tried/notifications-group/params': () => ({
      methods: [],
      types: [],
      events: [{ name: 'tank.filled', schema: {} }],
    }),
    'GET /tried/notifications-group': () => [group],
    'GET /tried/notifications-group/users': ({ query }) =>
      [layla, mariam].filter(({ id, firstName }) =>
        query.has('id') ? query.get('id') === String(id) : firstName.includes(query.get('search') ?? ''),
      ),
    [`PATCH ${path}`]: ({ body }) => {
      group = { ...group, ...(body as Partial<NotificationGroup>) };
      return group;
    },
  });
}

function Settings() {
  const { data } = useData(calls.get, { params: { id: 3 } });
  return data ? <NotificationSettings calls={calls} group={data} disabled={false} /> : null;
}

const t = (key: string, values?: Record<string, unknown>) => text('notifications', key, values);
const toggle = (key: string) => page.getByRole('switch', { name: t(key) });
/** Switches by keyboard: the input itself has no size. */
async function press(key: string): Promise<void> {
  await expect.element(toggle(key)).toBeInTheDocument();
  toggle(key).element().focus();
  await userEvent.keyboard('{ }');
}
const save = () => page.getByRole('button', { name: t('settings.save') });

beforeEach(() => sessionStore.set(permitted(routes.get.access, routes.update.access)));

function Events() {
  const { data } = useData(calls.get, { params: { id: 3 } });
  const update = useAction(calls.update);
  if (!data) return null;
  return (
    <WebhookEvents
      calls={calls}
      app="sample"
      events={data.events}
      disabled={false}
      save={async (events) => (await update.ask({ params: { id: 3 }, body: { events } })).events}
    />
  );
}

test.each(languages)('the webhook of a group is notified of chosen events of its app, in %s', async (language) => {
  const sent = server();
  await show(language, <Events />, { texts: ['notifications', 'sample'] });
  const box = page.getByRole('checkbox', { name: text('sample', 'webhookEvents.tank.filled') });
  await box.click();
  await expect.element(box).toBeChecked();
  await expectAccessible();
  expect(bodiesOf(sent, 'PATCH', path)).toEqual([{ events: ['tank.filled'] }]);
});

describe.each(languages)('the settings of a notification group in %s', (language) => {
  test('are quiet hours, reminders, and a step for when nobody acknowledges', async () => {
    const sent = server();
    await show(language, <Settings />, { texts: ['notifications'] });
    await expect.element(save()).toBeDisabled();
    await press('settings.quietOn');
    await press('settings.repeatOn');
    await page.getByRole('button', { name: t('settings.addStep') }).click();
    const step = page.getByRole('group', { name: t('notified.step', { step: 1 }) });
    await step.getByRole('combobox', { name: t('groups.people') }).fill('Mariam');
    await page.getByRole('option', { name: 'Mariam Al Suwaidi' }).click();
    await userEvent.keyboard('{Escape}');
    await expectAccessible();
    await save().click();
    // What is saved is what is shown.
    await expect.element(save()).toBeDisabled();
    await expect.element(toggle('settings.quietOn')).toBeChecked();
    await expect.element(page.getByLabelText(t('settings.everyMinutes'))).toHaveValue('30');
    await expect.element(step.getByText('Mariam Al Suwaidi')).toBeVisible();
    expect(bodiesOf(sent, 'PATCH', path)).toEqual([
      {
        lowest: {},
        quiet: { week: closedWeek(), exempt: 'problem' },
        escalation: [{ afterSeconds: 900, users: [mariam.id], groups: [], methods: ['email'] }],
        repeat: { everyMinutes: 30, times: 3 },
        onClear: false,
      },
    ]);
  });

  test('are without hours and reminders once these are switched off again', async () => {
    const sent = server();
    await show(language, <Settings />, { texts: ['notifications'] });
    for (const key of ['settings.quietOn', 'settings.repeatOn', 'settings.quietOn', 'settings.repeatOn'])
      await press(key);
    await expect.element(save()).toBeDisabled();
    await press('settings.onClear');
    await save().click();
    await expect.element(save()).toBeDisabled();
    expect(bodiesOf(sent, 'PATCH', path)).toEqual([
      { lowest: {}, quiet: null, escalation: [], repeat: null, onClear: true },
    ]);
  });

  test('have steps after seconds or minutes', async () => {
    const sent = server({
      escalation: [{ afterSeconds: 90, afterMinutes: 2, users: [22], groups: [], methods: ['email'] }],
    });
    await show(language, <Settings />, { texts: ['notifications'] });
    const after = page.getByRole('textbox', { name: t('settings.after') });
    const unit = page.getByRole('combobox', { name: t('settings.unit') });
    await expect.element(after).toHaveValue('90');
    await expect.element(unit).toHaveValue(t('settings.seconds'));
    await after.fill('30');
    await expectAccessible();
    await save().click();
    await expect.element(save()).toBeDisabled();
    await unit.click();
    await page.getByRole('option', { name: t('settings.minutes') }).click();
    await expect.element(after).toHaveValue('1');
    await after.fill('20');
    await save().click();
    await expect.element(save()).toBeDisabled();
    const steps = bodiesOf(sent, 'PATCH', path) as { escalation: object[] }[];
    expect(steps.map(({ escalation }) => escalation)).toEqual(
      [30, 1200].map((afterSeconds) => [{ afterSeconds, users: [22], groups: [], methods: ['email'] }]),
    );
  });
});

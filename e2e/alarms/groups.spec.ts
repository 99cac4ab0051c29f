import type { Page } from '@playwright/test';
import { startReceiver } from '#main/testing/test-receiver.ts';
import {
  closeAlarms,
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  fieldOf,
  headersOf,
  linkIn,
  mailTo,
  signInAs,
  storyLanguage,
  test,
  type textsIn,
} from '../journey.ts';

const password = 'Marina walk 2026';
/** The request that a switch sends, once it is answered. */
const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());

const tag = ['@core/permissions', '@core/accounts'];

/** Shows the alarms of the first class, one by one. */
const unfoldKinds = (page: Page, text: ReturnType<typeof textsIn>) =>
  page
    .getByRole('button', { expanded: false })
    .filter({ hasText: text('alarms', 'groups.unfoldKinds').split('{{count}}')[1] ?? '' })
    .first()
    .click();

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('an invited person sees the structures of their group, is notified of a change at once, and can request more access', async ({
    page,
    request,
    signIn,
    another,
    text,
  }) => {
    const accounts = (key: string) => text('accounts', key);
    const email = `guard-${language}@rasid.test`;
    const name = `Guard ${language}`;
    const groupName = `Marina guards ${language}`;

    // The administrator invites a person.
    await signIn('customer');
    await page.goto('/core/people/list');
    await page.getByRole('button', { name: accounts('staff.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(accounts('fields.firstName')).fill('Guard');
    await dialog.getByLabel(accounts('fields.lastName')).fill(language);
    await dialog.getByLabel(accounts('fields.email')).fill(email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: accounts('staff.invite') }).click();
    await expect(dialog).toHaveCount(0);

    // The link in the mail sets the password and signs in.
    const theirs = await another();
    await theirs.goto(linkIn(await mailTo(request, email, '/reset-password#token=')));
    await expectDirection(theirs, language);
    await fieldOf(theirs, accounts('fields.password')).fill(password);
    await theirs.getByLabel(accounts('fields.repeat')).fill(password);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: accounts('reset.submit') }).click();
    await expect(theirs.getByText(accounts('reset.doneText'))).toBeVisible();
    await signInAs(theirs, text, email, password);

    // Without a group, no page of the app can be opened.
    await theirs.goto('/PureTrace/devices/list');
    await theirs.waitForURL('**/core/users/profile/*');
    await expect(theirs.getByText(text('platform', 'notifications.denied')).first()).toBeVisible();

    // The administrator creates a read-only group for one structure.
    await page.goto('/PureTrace/groups/list');
    await page.getByRole('link', { name: text('alarms', 'groups.create') }).click();
    await page.getByLabel(text('permissions', 'fields.name')).fill(groupName);
    await expectAccessible(page);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-permission/*');
    const tick = async (label: string) => {
      const answer = saved(page);
      await page.getByRole('checkbox', { name: label, exact: true }).check();
      await answer;
    };
    const devices = text('permissions', 'permissions.device');
    const alarms = text('permissions', 'permissions.operational-alarm');
    const analysis = text('permissions', 'permissions.analysis');
    const view = text('permissions', 'permissions.read');
    const acknowledge = text('permissions', 'permissions.acknowledge');
    await tick(`${devices}: ${view}`);
    await tick(`${analysis}: ${view}`);
    await tick(name);
    await tick('Marina Heights');
    await expectAccessible(page);

    // An action enables those that it requires and leaves them when it is disabled; a failed change is reverted.
    const box = (action: string) => page.getByRole('checkbox', { name: `${alarms}: ${action}`, exact: true });
    await tick(`${alarms}: ${acknowledge}`);
    await expect(box(view)).toBeChecked();
    const off = saved(page);
    await box(acknowledge).uncheck();
    await off;
    await expect(box(view)).toBeChecked();
    await page.route('**/permissions-group/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"00000500","msg":"broken"}' })
        : route.continue(),
    );
    await box(acknowledge).click();
    await expect(page.getByText('broken').first()).toBeVisible();
    await expect(box(acknowledge)).not.toBeChecked();
    await page.unroute('**/permissions-group/*');
    await page.reload();
    await expect(box(view)).toBeChecked();
    await expect(box(acknowledge)).not.toBeChecked();

    // The person sees that structure only.
    await theirs.goto('/PureTrace/analysis/structure-portfolio');
    await expect(theirs.getByText('Marina Heights').first()).toBeVisible();
    await expect(theirs.getByText('Creek Gardens')).toHaveCount(0);
    await theirs.goto('/PureTrace/devices/list/solution/2');
    await expect(theirs.getByText('Marina Heights').first()).toBeVisible();
    await expect(theirs.getByText('Creek Gardens')).toHaveCount(0);
    await expectAccessible(theirs);

    // The person is notified of a wider group at the next reply.
    await tick('Creek Gardens');
    await theirs
      .getByRole('link', { name: text('swam', 'sidebar.analysis') })
      .first()
      .click();
    await expect(theirs.getByText(text('platform', 'notifications.permissionsChanged'))).toBeVisible();
    await expect(theirs.getByText('Creek Gardens').first()).toBeVisible();

    // A denied page explains the reasons and whom to ask.
    await theirs.goto('/PureTrace/groups/create');
    await theirs.waitForURL('**/core/users/profile/*');
    await expect(theirs.getByText(text('platform', 'notifications.denied')).first()).toBeVisible();
    await theirs.getByRole('button', { name: text('platform', 'denied.ask') }).click();
    const why = theirs.getByRole('dialog');
    await expect(why.getByText(text('platform', 'denied.oneOf'))).toBeVisible();
    await expect(why.getByText('Mariam Al Suwaidi')).toBeVisible();
    // The notice covers the panel for 2.5 s.
    await expect(theirs.getByText(text('platform', 'notifications.denied'))).toHaveCount(0);
    await expectAccessible(theirs);
    await why.getByRole('button', { name: text('platform', 'denied.send') }).click();
    const asked = await mailTo(request, 'customer@rasid.test', email);
    expect(asked.text).toContain('/PureTrace/groups/create');
  });

  test('people are notified of alarms by a group and by a scheduled report', { tag: '@core/alarms' }, async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const alarms = (key: string) => text('alarms', key);
    await signIn('customer');
    await page.goto('/PureTrace/groups/create?kind=notification');
    await page.getByLabel(text('permissions', 'fields.name')).fill(`Notified ${language}`);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-notification/*');
    // The people are in sight at once; the alarms of a large class are folded.
    await expect(page.getByRole('checkbox', { name: 'Layla Nasser', exact: true })).toBeInViewport();
    await unfoldKinds(page, text);
    for (const label of [`${text('swam', 'alarms.leak')}: ${alarms('values.method.email')}`, 'Layla Nasser']) {
      const answer = saved(page);
      await page.getByRole('checkbox', { name: label, exact: true }).check();
      await answer;
    }
    const off = saved(page);
    await page.getByRole('switch', { name: alarms('groups.notified'), exact: true }).press('Space');
    await off;
    await expect(page.getByRole('switch', { name: alarms('groups.notified'), exact: true })).not.toBeChecked();
    await page.getByRole('button', { name: alarms('mute.start') }).click();
    await page.getByRole('menuitem', { name: alarms('mute.forever') }).click();
    await expect(page.getByRole('button', { name: alarms('mute.end') })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(alarms('mute.forever'))).toBeVisible();

    // Quiet hours, reminders, and a step for when nobody acknowledges.
    await page.getByRole('switch', { name: alarms('settings.quietOn') }).press('Space');
    await page.getByRole('switch', { name: alarms('settings.repeatOn') }).press('Space');
    await page.getByRole('button', { name: alarms('settings.addStep') }).click();
    const step = page.getByRole('group', { name: alarms('notified.step').replace('{{step}}', '1') });
    await step.getByRole('combobox', { name: alarms('groups.people') }).fill('Mariam');
    await page.getByRole('option', { name: 'Mariam Al Suwaidi' }).click();
    await page.keyboard.press('Escape');
    // The header covers part of a row while the page is scrolled.
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    const settings = saved(page);
    await page.getByRole('button', { name: alarms('settings.save') }).click();
    await settings;
    await page.reload();
    await expect(page.getByRole('switch', { name: alarms('settings.quietOn') })).toBeChecked();
    await expect(page.getByLabel(alarms('settings.everyMinutes'))).toHaveValue('30');
    await expect(step.getByText('Mariam Al Suwaidi')).toBeVisible();
    await expect(page.getByRole('button', { name: alarms('settings.save') })).toBeDisabled();

    // A scheduled report, sent at once.
    await page.goto('/PureTrace/groups/list?kind=schedule');
    await page
      .getByRole('button', { name: alarms('mailPlans.create') })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(alarms('fields.name'), { exact: false }).first().fill(`Morning ${language}`);
    await panel.getByText(alarms('values.frequency.weekly')).click();
    await panel.getByText(language === 'en' ? 'Sunday' : 'الأحد', { exact: true }).click();
    await panel.getByRole('checkbox', { name: 'Layla Nasser' }).check();
    await expectAccessible(page);
    await panel.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(panel).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: `Morning ${language}` });
    await expect(row).toContainText('08:00');
    await row.hover();
    await row.getByRole('button', { name: alarms('actions.send-now') }).click();
    await mailTo(request, 'viewer@rasid.test', `Morning ${language}`);
    await expectAccessible(page);
  });

  test('a group has a webhook with a test, a log and a replay, and a preview of what a person would get', {
    tag: '@core/alarms',
  }, async ({ page, signIn, text }) => {
    const alarms = (key: string) => text('alarms', key);
    const receiver = await startReceiver();
    receiver.answer = () => ({ status: 500, body: 'not today' });
    await signIn('customer');
    await page.goto('/PureTrace/groups/create?kind=notification');
    await page.getByLabel(text('permissions', 'fields.name')).fill(`Channels ${language}`);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL('**/groups/edit-notification/*');
    await unfoldKinds(page, text);
    const leak = text('swam', 'alarms.leak');
    const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true });
    // One box chooses all alarms of a class.
    for (const [of, shows] of [
      [
        box(`${alarms('allKinds')}: ${alarms('values.method.in-app')}`).first(),
        `${leak}: ${alarms('values.method.in-app')}`,
      ],
      [box('Layla Nasser'), 'Layla Nasser'],
    ] as const) {
      const answer = saved(page);
      await of.check();
      await answer;
      await expect(box(shows)).toBeChecked();
    }

    // The secret is shown once; the test and its failure are in the log, and it can be sent again.
    await page.getByLabel(alarms('fields.url')).fill(receiver.url);
    await page.getByRole('button', { name: alarms('webhook.setUp') }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole('button', { name: alarms('webhook.test') }).click();
    const log = page.getByRole('list', { name: alarms('webhook.log') });
    await expect(log.getByText('not today')).toBeVisible();
    await expect(log).toContainText('HTTP 500');
    await expect(log).toContainText(alarms('webhook.deliveries.failed'));
    receiver.answer = () => ({ status: 200, body: 'thank you' });
    await log.getByRole('button', { name: alarms('webhook.replay') }).click();
    await expect(log.getByText('thank you')).toBeVisible();
    await expect(log).toContainText(alarms('webhook.deliveries.delivered'));
    expect(receiver.received).toHaveLength(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: alarms('webhook.rotate') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: alarms('webhook.rotate') })
      .click();
    await expect(page.getByText(alarms('webhook.overlapText'))).toBeVisible();
    await page.reload();
    await expect(log).toContainText('HTTP 200');
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);

    // What Layla would get now.
    await page.getByRole('combobox', { name: alarms('preview.kind') }).fill(leak);
    await page.getByRole('option', { name: leak, exact: true }).click();
    await page.getByRole('button', { name: alarms('preview.run') }).click();
    const result = page.getByRole('status', { name: alarms('preview.result') });
    const row = (method: string) => result.getByRole('listitem').filter({ hasText: alarms(`values.method.${method}`) });
    await expect(row('sms')).toContainText(alarms('notNotified.not-chosen'));
    await expect(row('in-app')).toContainText(/\S/);
    await expectDirection(page, language);
    await expectAccessible(page);
    await receiver.close();
  });

  test('a message in the app is read in the bell', { tag: '@core/alarms' }, async ({ page, request, signIn, text }) => {
    const alarms = (key: string) => text('alarms', key);
    const headers = await headersOf(request, 'customer');
    const { user } = (await (await request.get('/api/session', { headers })).json()).data.session;
    const group = await request.post('/api/swam/notifications-group', {
      headers,
      data: {
        // A second try makes another group.
        name: `Messages ${language} ${Date.now()}`,
        users: [user.id],
        resources: ['*'],
        notifications: { operational: { 'in-app': ['level-high', 'level-low'] } },
      },
    });
    expect(group.ok()).toBe(true);
    await signIn('customer');
    await page.goto('/core');
    const { id } = (await group.json()).data;
    // Each language uses its own tank, which the simulator does not change.
    const skip = 2;
    const tank = await deviceOf(request, 'customer', `solutionId=2&sort[id]=asc&skip=${skip}`);
    await closeAlarms(request, tank.id);
    await tank.publish({ level: 1.2 });
    await tank.publish({ level: 3.3 });
    const bell = page.getByRole('banner').getByRole('button', { name: text('alarms', 'app') });
    // Devices of the demo may have caused others.
    const unread = new RegExp(language === 'ar' ? 'غير مقروء' : 'unread');
    await expect(bell).toHaveAccessibleName(unread);
    await bell.press('Enter');
    const panel = page.getByRole('dialog');
    await panel
      .getByText(new RegExp(`^${alarms('bell.tabs.messages')}`))
      .first()
      .click();
    const message = panel
      .getByRole('list', { name: alarms('bell.messages') })
      .getByRole('listitem')
      .filter({ hasText: tank.name })
      .first();
    await expect(message).toContainText(alarms('bell.isUnread'));
    // It covers links of the page, which makes their visible parts smaller than allowed.
    await expectAccessible(page, '[role="dialog"]');
    await message.getByRole('button').click();
    await expect(message).not.toContainText(alarms('bell.isUnread'));
    await request.delete(`/api/swam/notifications-group/${id}`, { headers });
    await tank.end();
  });

  test.describe('on a device', { tag: '@core/accounts' }, () => {
    test.use({ serviceWorkers: 'allow' });

    test('the profile switches notifications on, or says what the browser does not allow', async ({
      page,
      context,
      signIn,
      text,
    }) => {
      const push = (key: string) => text('accounts', `push.${key}`);
      await context.grantPermissions(['notifications']);
      await signIn('customer');
      await page.goto('/core/users');
      await page.waitForURL('**/users/profile/*');
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.getByRole('tab', { name: text('accounts', 'profile.tabs.notifications') }).click();
      const toggle = page.getByRole('switch', { name: push('on') });
      await expect(toggle).toBeVisible();
      // Browsers without a window allow no notifications, and others may have no push service.
      if (await toggle.isEnabled()) await toggle.press('Space');
      const problem = page.getByText(push('blocked')).or(page.getByText(push('unavailable')));
      await expect(problem.or(page.getByText(push('thisDevice'), { exact: true }))).toBeVisible();
      if (await problem.isVisible()) await expect(toggle).not.toBeChecked();
      await expectDirection(page, language);
      await expectAccessible(page);
    });
  });

  test('the link of a mail opens the alarm with the question, and acknowledges nothing by itself', {
    tag: '@core/alarms',
  }, async ({ page, signIn, text }) => {
    const alarms = (key: string) => text('alarms', key);
    await signIn('customer');
    await page.goto('/PureTrace/alarms/list');
    const row = page.locator('main tbody tr[data-key]').first();
    const id = await row.getAttribute('data-key');
    await page.goto(`/PureTrace/alarms/operational?alarm=${id}&do=acknowledge`);
    const question = page.getByRole('dialog');
    await expect(question.getByText(alarms('askAcknowledge'))).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await question.getByRole('button', { name: text('platform', 'actions.cancel') }).click();
    await expect(question).toHaveCount(0);
    const panel = page.getByRole('complementary', { name: alarms('details') });
    await expect(panel.getByRole('heading', { name: alarms('notified.title') })).toBeVisible();
    await expect(panel.getByRole('button', { name: alarms('actions.acknowledge'), exact: true })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('do')).toBeNull();
    await expectAccessible(page);
  });

  test('the pages of permissions, gateways and a person’s groups are accessible and have the direction of the language', async ({
    page,
    signIn,
    text,
  }) => {
    await signIn('customer');
    await page.goto('/core/permissions/list');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('permissions', 'pages.permissions-list'));
    await page.getByRole('searchbox').fill('p_swam_device');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('rowheader').filter({ hasText: 'p_swam_device_command' })).toBeVisible();
    await expect(page.getByRole('rowheader').filter({ hasText: 'p_area' })).toHaveCount(0);
    await expectDirection(page, language);
    await expectAccessible(page);

    await page.goto('/core/users/gateways');
    await page
      .getByRole('button', { name: text('devices', 'loraGateways.add') })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(text('devices', 'fields.name')).fill(`Roof ${language}`);
    await panel.getByLabel('EUI-64').fill(language === 'en' ? '00-16-c0-01-f1-50-08-01' : '0016C001F1500802');
    await panel.getByLabel(text('places', 'map.lat')).fill('25.08');
    await panel.getByLabel(text('places', 'map.lng')).fill('55.14');
    await panel.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: `Roof ${language}` })).toContainText('25.08000, 55.14000');
    await expectAccessible(page);

    await page.goto('/PureTrace/groups/add-user');
    await page.getByRole('link', { name: 'Layla Nasser' }).click();
    await page.waitForURL('**/groups/edit-user/*');
    await expect(page.getByRole('checkbox', { name: 'Water viewers' })).toBeChecked();
    const answer = saved(page);
    await page.getByRole('checkbox', { name: 'مشغّلو المياه' }).check();
    await answer;
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'مشغّلو المياه' })).toBeChecked();
    await expectAccessible(page);
    const back = saved(page);
    await page.getByRole('checkbox', { name: 'مشغّلو المياه' }).uncheck();
    await back;
  });
});

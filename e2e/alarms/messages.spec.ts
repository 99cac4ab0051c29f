import {
  closeAlarms,
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  storyLanguage,
  test,
} from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: '@core/notifications' }, () => {
  test.use({ language });

  test('a message in the app is read in the bell', async ({ page, request, signIn, text }) => {
    const t = (key: string) => text('notifications', key);
    const headers = await headersOf(request, 'customer');
    const session = await request.get('/api/session', { headers });
    expect(session.status(), await session.text()).toBe(200);
    const { user } = (await session.json()).data.session;
    const group = await request.post('/api/swam/notifications-group', {
      headers,
      data: {
        name: `Messages ${language}`,
        users: [user.id],
        resources: ['*'],
        notifications: { operational: { 'in-app': ['level-high', 'level-low'] } },
      },
    });
    expect(group.ok()).toBe(true);
    await signIn('customer');
    await page.goto('/core');
    const { id } = (await group.json()).data;
    // The simulator does not change this tank.
    const tank = await deviceOf(request, 'customer', 'solutionId=2&sort[id]=asc&skip=2');
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
      .getByText(new RegExp(`^${t('bell.tabs.messages')}`))
      .first()
      .click();
    const message = panel
      .getByRole('list', { name: t('bell.messages') })
      .getByRole('listitem')
      .filter({ hasText: tank.name })
      .first();
    await expect(message).toContainText(text('platform', 'inbox.isUnread'));
    // It covers links of the page, which makes their visible parts smaller than allowed.
    await expectAccessible(page, '[role="dialog"]');
    await message.getByRole('button').click();
    await expect(message).not.toContainText(text('platform', 'inbox.isUnread'));
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

  test('the link of a mail opens the alarm with the question, and acknowledges nothing by itself', async ({
    page,
    signIn,
    text,
  }) => {
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
});

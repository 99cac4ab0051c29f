import { closeAlarms, deviceOf, expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const tag = ['@core/alarms', '@core/device-app', '@solutions/swam'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('an alarm that arrives while the list is read moves no row, and is resolved as false by keyboard', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const of = `solutionId=2&sort[id]=asc&skip=3`;
    const first = await deviceOf(request, 'customer', of);
    const second = await deviceOf(request, 'customer', `${of.replace(/skip=\d+/, '')}skip=4`);
    for (const { id } of [first, second]) await closeAlarms(request, id);
    await second.publish({ level: 1 });
    await first.publish({ level: 3.2 });
    await signIn('customer');
    // The address of a class leads to the alarms of all apps, filtered.
    await page.goto('/PureTrace/alarms/operational');
    await page.waitForURL('**/core/alarms/list?app=swam&class=operational');
    await page.goto('/PureTrace/alarms/list');
    const rows = page.locator('main tbody tr[data-key]');
    await expect(rows.filter({ hasText: first.name }).first()).toBeVisible();

    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused();
    const before = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')));
    await second.publish({ level: 3.3 });
    const news = page.getByRole('button', { name: text('platform', 'list.news_one').replace('{{count}}', '1') });
    await expect(news).toBeVisible();
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')))).toEqual(before);
    await expectAccessible(page);
    const raised = rows.filter({ hasText: second.name }).filter({ hasText: text('swam', 'alarms.level-high') });
    // The first news may be of another device of the demo.
    await expect(async () => {
      if (await news.isVisible()) await news.press('Enter');
      await expect(raised).toBeVisible({ timeout: 1000 });
    }).toPass();

    // The focus goes to the row by the arrow keys of J, and A acknowledges it.
    await raised.focus();
    await page.keyboard.press('a');
    await expect(raised.getByText(text('alarms', 'acknowledged'), { exact: true })).toBeVisible();
    await page.keyboard.press('c');
    const comment = page.getByRole('textbox', { name: text('alarms', 'comment') });
    await expect(comment).toBeFocused();
    await page.keyboard.type('Float stuck');
    await expectAccessible(page);
    const resolve = page.getByRole('button', { name: text('alarms', 'resolve.title'), exact: true });
    await resolve.press('Enter');
    await page.getByRole('menuitem', { name: text('alarms', 'actions.reject') }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('alarms', 'actions.reject'), exact: true })
      .press('Enter');
    await expect(raised).toHaveCount(0);

    await page.keyboard.press('Escape');
    await page.goto('/PureTrace/alarms/history');
    const closed = rows.filter({ hasText: second.name }).first();
    await expect(closed).toContainText(text('alarms', 'values.disposition.rejected'));
    await expectAccessible(page);
    await first.end();
    await second.end();
  });

  test('a device shows what is wrong in its title, tab and tile, until it is over', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const tank = await deviceOf(request, 'customer', `solutionId=2&sort[id]=asc&skip=2`);
    await closeAlarms(request, tank.id);
    await tank.publish({ level: 1 });
    await signIn('customer');
    await page.goto(`/PureTrace/devices/list/solution/2/device/${tank.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tank.name);
    await tank.publish({ level: 3.4 });
    const badge = page.locator('main header').getByRole('link', { name: text('swam', 'alarms.level-high') });
    await expect(badge).toBeVisible();
    await expect(page.locator('[data-severity="problem"]')).toContainText('3');
    await expectAccessible(page);
    await badge.press('Enter');
    await expect(page.getByText(text('swam', 'guidance.level-high'))).toBeVisible();
    await expectAccessible(page);
    await closeAlarms(request, tank.id);
    await expect(badge).toHaveCount(0);
    await tank.end();
  });
});

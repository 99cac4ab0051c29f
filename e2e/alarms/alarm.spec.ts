import type { Page } from '@playwright/test';
import { deviceOf, expect, expectAccessible, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/device-app', '@solutions/swam'];

/** Collects the calls of the page from now on. */
function requestsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a water tank publishes over MQTT, raises an alarm, and the alarm is handled', {
    tag: ['@core/alarms', '@core/devices', '@core/telemetry'],
  }, async ({ page, request, signIn, text }) => {
    await signIn('customer');
    // Each language uses its own tank, which the simulator does not change.
    const tank = await deviceOf(request, 'customer', 'solutionId=2&sort[id]=asc');
    await page.goto(`/PureTrace/devices/list/solution/2/device/${tank.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tank.name);

    await tank.publish({ level: 1.23 });
    await expect(page.getByText('1.23').first()).toBeVisible();
    await expectAccessible(page);

    // The list is open before the alarm is raised.
    await page.goto('/PureTrace/alarms/list');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await tank.publish({ level: 3.2 });
    const alarm = page
      .getByRole('link', { name: text('swam', 'alarms.level-high') })
      .or(page.getByRole('button', { name: text('swam', 'alarms.level-high') }));
    const row = page.getByRole('row').filter({ hasText: tank.name }).filter({ has: alarm });
    await expect(row.first()).toBeVisible();
    await expectAccessible(page);

    // The bell shows it on every page, and returns the focus.
    await page.goto(`/PureTrace/devices/list/solution/2/device/${tank.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tank.name);
    const bell = page.getByRole('banner').getByRole('button', { name: text('alarms', 'app') });
    await bell.press('Enter');
    const belled = page.getByRole('dialog').getByRole('listitem').filter({ hasText: tank.name });
    await expect(belled.getByRole('link')).toContainText(text('swam', 'alarms.level-high'));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(belled).toHaveCount(0);
    await expect(bell).toBeFocused();

    await page.goto('/PureTrace/alarms/list');
    // Once the stream is open, nothing is reloaded for it.
    await expect(page.locator('output[data-state="live"]')).toBeVisible();
    await row.first().getByText(text('swam', 'alarms.level-high')).first().click();
    await expect(page.getByText(text('alarms', 'events.raised')).first()).toBeVisible();
    await expect(row.first()).toHaveAttribute('aria-current', 'true');
    // A filter may have the same text but be hidden for lack of space.
    const acknowledged = page.getByText(text('alarms', 'events.acknowledged'), { exact: true });
    // The reply is shown without reading the alarm again, and the list is refetched in the background.
    const readAgain = /\/api\/alarm\/\d+$/;
    await page.route(readAgain, async (route) => {
      await acknowledged.filter({ visible: true }).first().waitFor();
      await route.continue();
    });
    const calls = requestsOf(page);
    await page
      .getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true })
      .first()
      .click();
    await expect(acknowledged.filter({ visible: true }).first()).toBeVisible();
    // The panel may still be reading the notifications of the alarm.
    await expect.poll(() => calls.filter((call) => !call.endsWith('/notification')).length).toBeGreaterThan(1);
    expect(calls.find((call) => !call.endsWith('/notification'))).toMatch(
      /^POST \/api\/swam\/alarm\/operational\/\d+\/acknowledge$/,
    );
    await expect.poll(() => calls).toContain('GET /api/alarm');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });

    await page.getByRole('button', { name: text('alarms', 'resolve.title'), exact: true }).click();
    await page.getByRole('menuitem', { name: text('alarms', 'actions.terminate') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('alarms', 'actions.terminate'), exact: true })
      .click();
    await expect(row).toHaveCount(0);
    await page.goto('/PureTrace/alarms/operational-history');
    await expect(page.getByRole('row').filter({ hasText: tank.name }).first()).toBeVisible();
    await tank.end();

    // The search finds it by name.
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: text('platform', 'states.notFoundTitle') })).toBeVisible();
    await expect(page.getByRole('navigation', { name: text('platform', 'shell.navigation') })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: text('platform', 'shell.search') }).fill(tank.name);
    await expect(page.getByRole('dialog').getByRole('button', { name: tank.name }).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tank.name);
  });
});

test('the addresses of an app’s devices lead to those of all apps with its filters', { tag }, async ({
  page,
  signIn,
}) => {
  await signIn('customer');
  await page.goto('/PureTrace/devices/list');
  await page.waitForURL('**/core/all-devices/list?app=swam');
  await page.goto('/PureTrace/devices/list/solution/2');
  await page.waitForURL('**/core/all-devices/list?app=swam&solutionId=2');
  await expect(page.getByRole('link', { name: /Roof tank/ }).first()).toBeVisible();
});

test('a meter’s device address goes to the meter page', { tag }, async ({ page, request, signIn }) => {
  await signIn('customer');
  const meter = await deviceOf(request, 'customer', 'solutionId=8');
  await page.goto(`/PureTrace/devices/list/solution/8/device/${meter.id}`);
  await page.waitForURL(`**/PureTrace/devices/meter/${meter.id}`);
  await meter.end();
});

test('the numbers of the portfolio lead to the devices that they count', { tag }, async ({ page, request, signIn }) => {
  const headers = await headersOf(request, 'customer');
  const { data } = await (await request.get('/api/swam/analysis/structure-portfolio?limit=50', { headers })).json();
  const row = data.find((one: { online: number; solutions: unknown[] }) => one.online > 1 && one.solutions.length > 1);
  await signIn('customer');
  await page.goto('/PureTrace/analysis/structure-portfolio');
  const link = page.locator(`a[href*="structureId=${row.id}&connection=online"]`);
  await link.click();
  await page.waitForURL(/\/core\/all-devices\/list\?.*structureId=.*app=swam/);
  // The list has devices of several solutions. Its length changes with the connections of the demo's devices.
  await expect(page.locator('main a[href*="/device/"]').first()).toBeVisible();
});

import type { Page } from '@playwright/test';
import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  keptReplies,
  storyLanguage,
  test,
  workerReady,
} from './journey.ts';
import { settled, watchPages } from './page-visits.ts';

const tag = ['@platform', '@core/device-app'];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** The number of files that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return Math.max(0, ...counts);
  });

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test.describe('without a network', () => {
    test.use({ serviceWorkers: 'allow' });

    test('a reload shows the last seen data with its age, and nothing after signing out', async ({
      page,
      context,
      signIn,
      text,
    }) => {
      await signIn('customer');
      await page.goto('/PureTrace/devices/all');
      const device = page.getByRole('main').getByRole('listitem').getByRole('link').filter({ hasText: /\S/ });
      await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible();
      await workerReady(page);
      await page.reload();
      await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible();
      await expect.poll(() => device.count()).toBeGreaterThan(5);
      const before = await device.count();
      await expect.poll(() => keptFiles(page)).toBeGreaterThan(20);
      await expect.poll(() => keptReplies(page)).toContain('"serial"');

      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('main')).toContainText(text('platform', 'states.offline'));
      await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible();
      await expect(device).toHaveCount(before);
      await expectDirection(page, language);
      await expectAccessible(page);

      await context.setOffline(false);
      await expect(page.getByText(text('platform', 'states.offline'))).toBeHidden();
      await page.getByRole('button', { name: text('platform', 'shell.person') }).click();
      await page.getByRole('menuitem', { name: text('platform', 'shell.signOut') }).click();
      await page.waitForURL(/sign-in/);
      expect(await keptReplies(page)).toBe('');
    });
  });

  test('devices keep their order while others begin to need attention, until the person asks for the new order', async ({
    page,
    request,
    signIn,
  }) => {
    const device = await deviceOf(request, 'customer', 'solutionId=8');
    const ofDevice = page.locator(`main a[href$="/devices/meter/${device.id}"]`);
    const cards = page.getByRole('main').getByRole('list').getByRole('listitem');
    const names = () => cards.evaluateAll((all) => all.map((card) => card.querySelector('a')?.textContent));
    const battery = async () => {
      const headers = await headersOf(request, 'customer');
      return (await (await request.get(`/api/swam/device/${device.id}`, { headers })).json()).data.battery;
    };
    await device.publish({ battery: 80 });
    await expect.poll(battery).toBe(80);
    await signIn('customer');
    await watchPages(page);
    await page.goto('/core/all-devices/list');
    await expect(cards.first()).toBeVisible();
    await settled(page);
    await expect(ofDevice).toHaveCount(0);
    const before = await names();

    await device.publish({ battery: 5 });
    await expect.poll(battery).toBe(5);
    const headers = await headersOf(request, 'customer');
    const renamed = await request.patch(`/api/swam/device/${device.id}`, { headers, data: { name: device.name } });
    expect(renamed.ok()).toBe(true);
    const offer = page.getByRole('main').getByRole('status').getByRole('button');
    await expect(offer).toBeVisible();
    expect(await names()).toEqual(before);
    await offer.click();
    await expect(ofDevice).toBeVisible();
    await device.end();
  });

  test('the bottom bar leads to daily work with one tap, counts alarms, and More opens the menu', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const headers = await headersOf(request, 'customer');
    const { count } = (await (await request.get('/api/alarm/unacknowledged/count', { headers })).json()).data;
    await signIn('customer');
    await page.goto('/core');
    const bar = page.getByRole('navigation', { name: text('platform', 'shell.daily') });
    const entries = bar.getByRole('link');
    await expect(entries).toHaveCount(4);
    await expect(entries.nth(0)).toHaveAttribute('aria-current', 'page');
    if (count > 0) await expect(entries.nth(1)).toContainText(/\d/);
    await entries.nth(1).click();
    await page.waitForURL('**/core/alarms/list');
    await expect(entries.nth(1)).toHaveAttribute('aria-current', 'page');
    await entries.nth(3).click();
    await page.waitForURL('**/core/all-devices/list');
    await expect(entries.nth(3)).toHaveAttribute('aria-current', 'page');
    for (const entry of await entries.all()) {
      const box = await entry.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectDirection(page, language);
    await expectAccessible(page);
    await bar.getByRole('button', { name: text('platform', 'shell.more') }).click();
    await expect(page.getByRole('navigation', { name: text('platform', 'shell.navigation') })).toBeVisible();
  });

  test('a shortcut of the installed app leads to its page, after signing in if necessary', async ({ page, signIn }) => {
    await page.goto('/open/alarms');
    await page.waitForURL(/sign-in\?redirect=%2Fopen%2Falarms/);
    await signIn('customer');
    await page.goto('/open/alarms');
    await page.waitForURL('**/core/alarms/list');
  });

  test('a serial number leads to its device, and an unknown one to adding it', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const headers = await headersOf(request, 'customer');
    const [device] = (await (await request.get('/api/swam/device?limit=1', { headers })).json()).data;
    await signIn('customer');
    await page.goto('/core/scan');
    const serial = page.getByLabel(text('device-app', 'scan.serial'));
    await serial.fill(device.serial);
    await serial.press('Enter');
    await page.waitForURL(new RegExp(`/${device.id}(?:$|\\?)`));
    await page.goto('/core/scan');
    await serial.fill('A84041FFFF18C2D1');
    await serial.press('Enter');
    await page.waitForURL('**/PureTrace/devices/add?**');
    await expect(page.getByLabel(text('devices', 'columns.serial'))).toHaveValue('A84041FFFF18C2D1');
  });

  test('small controls can be touched within 44 pixels', async ({ page, request, signIn, text }) => {
    const device = await deviceOf(request, 'customer', 'solutionId=2&sort[id]=asc&skip=0');
    await device.publish({ level: 3.2 });
    await device.end();
    await signIn('customer');
    await page.goto('/PureTrace/alarms/list');
    const search = page.getByRole('button', { name: text('platform', 'shell.search') });
    const checkbox = page.getByRole('main').getByRole('checkbox').first();
    for (const control of [search, checkbox]) {
      await expect(control).toBeVisible();
      const reached = await control.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const [left, top] = [x + width / 2, y + height / 2];
        return [-21, 21].map((by) => element.contains(document.elementFromPoint(left, top + by)));
      });
      expect(reached).toEqual([true, true]);
    }
  });
});

test('a list prints light and whole, without the frame of the app', { tag }, async ({ page, signIn, text }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1000, height: 500 });
  await signIn('customer');
  await page.goto('/PureTrace/devices/all');
  await expect(page.locator('main h1')).toBeVisible();
  const rows = page.locator('main tbody tr, main ul > li');
  await expect.poll(() => rows.count()).toBeGreaterThan(10);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: text('platform', 'shell.navigation') })).toBeHidden();
  // Nothing is cut off by an area that scrolls.
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter(
        (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
      ).length,
  );
  expect(cut).toBe(0);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

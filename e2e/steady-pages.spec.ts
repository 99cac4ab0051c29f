import type { Page } from '@playwright/test';
import { deviceOf, expect, test } from './journey.ts';

/** Source: web.dev/cls, of which "good" is 0.1. */
const maxShift = 0.02;

/** Sums the layout shifts of pages that are opened from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Resolves when the page shows its data and asks for nothing more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('output[data-state="connecting"]')).toHaveCount(0);
  // What the page asks for because of the stream has been sent once it is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
}

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${screen}`, { tag: ['@platform', '@core/device-app', '@core/alarms'] }, () => {
    test.use({ viewport });

    test('nothing moves while a page that was seen before loads', async ({ page, request, signIn }) => {
      await signIn('customer');
      const { id } = await deviceOf(request, 'customer', 'solutionId=8');
      const pages = ['/core', '/PureTrace/devices/all', `/PureTrace/devices/meter/${id}`, '/PureTrace/alarms/list'];
      await watchShifts(page);
      for (const address of pages) {
        await page.goto(address);
        await settled(page);
        await page.goto(address);
        await settled(page);
        const shifted = await page.evaluate(() => Reflect.get(window, 'shifted'));
        expect({ address, shifted: shifted <= maxShift ? 'little' : shifted }).toEqual({ address, shifted: 'little' });
      }
    });

    test('a page asks for nothing twice', async ({ page, signIn }) => {
      // Nothing changes in this company meanwhile.
      await signIn('newcomer');
      const asked: string[] = [];
      page.on('request', (sent) => {
        const { pathname, search } = new URL(sent.url());
        if (pathname.startsWith('/api/') && pathname !== '/api/events')
          asked.push(`${sent.method()} ${pathname}${search}`);
      });
      for (const address of ['/core', '/core/structures/all', '/core/geofence/list']) {
        asked.length = 0;
        await page.goto(address);
        await settled(page);
        expect(asked.length).toBeGreaterThan(1);
        expect({ address, twice: asked.filter((one, position) => asked.indexOf(one) !== position) }).toEqual({
          address,
          twice: [],
        });
      }
    });
  });
}

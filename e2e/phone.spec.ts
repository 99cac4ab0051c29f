import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectDirection, languages, test } from './journey.ts';

const tag = ['@platform', '@core/device-app'];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Resolves when the service worker keeps the files of the page. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (!active) throw new Error('No service worker is active');
  });

/** The number of files that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return Math.max(0, ...counts);
  });

/** The replies that the page keeps, as JSON; empty if there are none. */
const keptReplies = (page: Page) =>
  page.evaluate(async () => {
    if ((await indexedDB.databases()).length === 0) return '';
    return new Promise<string>((resolve) => {
      const opening = indexedDB.open('rasid');
      opening.onsuccess = () => {
        const read = opening.result.transaction('records').objectStore('records').get('queries');
        read.onsuccess = () => resolve(read.result ? JSON.stringify(read.result) : '');
      };
    });
  });

for (const language of languages) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test.describe('without a network', () => {
      test.use({ serviceWorkers: 'allow' });

      test('a reload shows what was last seen, with its age, and nothing after signing out', async ({
        page,
        context,
        signIn,
        text,
      }) => {
        await signIn('customer');
        await page.goto('/PureTrace/devices/all');
        const device = page.getByRole('main').getByRole('link').filter({ hasText: /\S/ });
        await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible();
        await workerReady(page);
        await page.reload();
        await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible();
        await expect.poll(() => device.count()).toBeGreaterThan(5);
        const before = await device.count();
        await expect.poll(() => keptFiles(page)).toBeGreaterThan(20);
        await expect.poll(() => keptReplies(page)).toContain('device');

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
  });
}

import type { Page } from '@playwright/test';
import { deviceOf, expect, storyLanguage, test } from '../journey.ts';
import { addLongTrail } from '../journey-database.ts';

const tag = ['@core/tracking', '@solutions/metrowatch'];
/** How fast it is drawn and how smoothly it is played is measured by `npm run bench:map`. */
const count = 100_000;

/** Resolves when a trail is on the map. */
const drawn = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('trail-drawn').length > 0);

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a trail of 100,000 positions is thinned out, drawn and played back', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const tracker = await deviceOf(
      request,
      'customer',
      `solutionId=15&state=installed&sort[id]=asc&skip=2`,
      'metrowatch',
    );
    await addLongTrail(tracker.id, count);
    await signIn('customer');
    const address = `/SmartTrack/devices/external-tracking/${tracker.id}`;
    const answered = page.waitForResponse((response) => response.url().includes(`/${tracker.id}/position?`));
    const to = new Date(Date.now() + 60_000);
    const from = new Date(to.getTime() - 30 * 86_400_000);
    await page.goto(`${address}?period=custom&from=${from.toISOString()}&to=${to.toISOString()}`);
    const { data } = (await (await answered).json()) as { data: { total: number; points: unknown[] } };
    expect(data.total).toBeGreaterThan(count * 0.95);
    expect(data.points.length).toBeLessThanOrEqual(5000);
    await drawn(page);

    const slider = page.getByRole('slider');
    await slider.press('Home');
    const start = Number(await slider.getAttribute('aria-valuenow'));
    const faster = page.getByRole('button', { name: text('tracking', 'play.faster') });
    await faster.click();
    await faster.click();
    await expect(page.getByText('600×')).toBeVisible();
    await page.getByRole('button', { name: text('tracking', 'play.play') }).click();
    await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(start);
    await tracker.end();
  });
});

import { expect, storyLanguage, test } from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/access', '@core/boards', '@solutions/metrowatch'] }, () => {
  test.use({ language });

  test('locks are seen at a glance, and their openings by one period for the whole board', async ({
    page,
    signIn,
    text,
  }) => {
    await signIn('customer');
    await page.goto('/SmartTrack/devices/dashboard');
    await expect(page.getByRole('link', { name: /: \d+$/ }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: text('access', 'log.newest') })).toBeVisible();

    await page.goto('/SmartTrack/analysis/dashboard');
    const hours = page.getByRole('table', { name: text('access', 'widgets.unlock-timing') });
    await expect(hours.getByRole('row')).toHaveCount(8);
    const asked = page.waitForRequest((request) => request.url().includes('/analysis/lock/visitors-count'));
    await page.getByRole('button', { name: text('platform', 'period.last-7-days') }).click();
    await page.getByRole('menuitem', { name: text('platform', 'period.last-24-hours') }).click();
    const period = new URL((await asked).url()).searchParams;
    const hoursAsked = (Date.parse(period.get('to') ?? '') - Date.parse(period.get('from') ?? '')) / 3_600_000;
    expect(hoursAsked).toBeGreaterThanOrEqual(24);
    expect(hoursAsked).toBeLessThanOrEqual(25);
    await expect(page).toHaveURL(/period=0/);
  });
});

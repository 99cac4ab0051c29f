import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

const tag = ['@solutions/fleet', '@core/tracking', '@core/fittings'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a fleet manager reads the week on the dashboard, finds a vehicle by its plate and sees that its tracker was swapped at noon', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('fleet', key);
    await signIn('tareeq');
    await page.goto('/SmartDrive/analysis/dashboard');
    await expectDirection(page, language);
    const ended = page.getByRole('link', { name: `${t('analysis.expired')}: 1` });
    await expect(ended).toBeVisible();
    await expectAccessible(page);
    await ended.click();
    await page.waitForURL('**/vehicles-list?papers=expired');
    await expect(page.getByText('شاحنة 3', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Van 1', { exact: true })).toHaveCount(0);

    await page.goto('/SmartDrive/vehicles/vehicles-list');
    // As it is written on the plate, in the digits of the other language.
    await page.getByRole('searchbox').first().fill('٤٨٢١٤');
    const found = page.getByRole('link', { name: 'Van 2' }).first();
    await expect(found).toBeVisible();
    await expect(page.getByText('Van 1', { exact: true })).toHaveCount(0);
    await found.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Van 2');
    await page.getByRole('tab', { name: t('tabs.log') }).click();
    await page.getByRole('button', { name: text('platform', 'period.last-24-hours') }).click();
    await page.getByRole('menuitem', { name: text('platform', 'period.last-7-days') }).click();
    await expect(page.getByText(t('logKinds.unfitted').replace('{{name}}', 'RoadLink (spare)')).first()).toBeVisible();
    await expectAccessible(page);
  });

  test('a point of interest is added by keyboard and shows the visits of vehicles', async ({ page, signIn, text }) => {
    const t = (key: string) => text('fleet', key);
    const field = (key: string) =>
      page.getByRole('dialog').getByRole('textbox', { name: t(`columns.${key}`), exact: true });
    await signIn('tareeq');
    await page.goto('/SmartDrive/points-of-interests/list');
    await page
      .getByRole('button', { name: t('addPoint') })
      .first()
      .press('Enter');
    await field('name').fill('Al Quoz tyre shop');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: text('places', 'map.lat') }).fill('25.1345');
    await dialog.getByRole('textbox', { name: text('places', 'map.lng') }).fill('55.2114');
    await field('phone').fill('+97143330000');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Al Quoz tyre shop').first()).toBeVisible();

    await page.goto('/SmartDrive/points-of-interests/list?search=Marina');
    await page
      .getByRole('button', { name: t('actions.visits') })
      .first()
      .click();
    await expect(dialog.getByRole('link', { name: /Van 2|Truck 7|Reefer 2/ }).first()).toBeVisible();
    await expectAccessible(page);
  });
});

import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

const tag = ['@core/places'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a geofence is drawn with exact coordinates and found by search', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/core/geofence/list');
    await page
      .getByRole('link', { name: text('places', 'addGeofence') })
      .first()
      .click();
    await page.waitForURL('**/core/geofence/create');
    await expectDirection(page, language);
    const name = language === 'ar' ? 'ساحة التحميل' : 'Loading yard';
    const field = (label: string) => page.getByLabel(text('places', label), { exact: true });
    const choose = (kind: string) =>
      page
        .getByRole('radiogroup')
        .getByText(text('places', `values.shape.${kind}`), { exact: true })
        .click();

    // A geofence needs an area.
    await page.getByRole('textbox', { name: text('places', 'fields.name') }).fill(name);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByText(text('places', 'validation.notDrawn'))).toBeVisible();

    await field('draw.centerLat').fill('25.080512');
    await field('draw.centerLng').fill('55.140377');
    await field('draw.radius').fill('137.5');
    await expectAccessible(page);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL(/\/core\/geofence\/\d+$/);

    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    for (const value of ['25.080512', '55.140377', '137.5']) await expect(page.getByText(value)).toBeVisible();
    await expect(page.getByLabel(text('places', 'map.of').replace('{{name}}', name)).first()).toBeVisible();
    await expectAccessible(page);

    await page.goto('/core/geofence/list');
    const link = page.getByRole('link', { name });
    await expect(link).toBeVisible();

    // The shape can be replaced.
    await link.click();
    await page.getByRole('link', { name: text('places', 'actions.edit') }).click();
    await page.waitForURL('**/core/geofence/edit/**');
    await choose('rectangle');
    for (const [label, value] of [
      ['north', '25.09'],
      ['south', '25.07'],
      ['west', '55.13'],
      ['east', '55.15'],
    ])
      await field(`draw.${label}`).fill(value as string);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL(/\/core\/geofence\/\d+$/);
    await expect(page.getByText('25.090000')).toBeVisible();
    await expect(page.getByText('55.130000')).toBeVisible();
  });
});

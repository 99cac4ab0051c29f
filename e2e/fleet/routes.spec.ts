import { expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@solutions/fleet', '@core/roads'] }, () => {
  test.use({ language });

  test('a route is planned, put into the best order and saved by keyboard', async ({ page, signIn, text }) => {
    const t = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((of, [name, value]) => of.replace(`{{${name}}}`, value), text('fleet', key));
    await signIn('tareeq');
    await page.goto('/SmartDrive/routes/routes');
    await expect(page.getByText('Morning round, Dubai').first()).toBeVisible();
    await page.getByRole('link', { name: t('addRoute') }).press('Enter');
    await page.getByRole('textbox', { name: t('columns.name'), exact: true }).fill('Port and back');
    const search = page.getByRole('combobox', { name: t('planner.addPoint') });
    const stops = page.getByRole('list', { name: t('planner.stops') });
    const names = ['Business Bay workshop', 'Port gate 3', 'Marina branch'];
    for (const [n, name] of names.entries()) {
      await search.click();
      await page.getByRole('option', { name }).click();
      await expect(stops.getByRole('listitem')).toHaveCount(n + 1);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: t('planner.bestOrder') }).press('Enter');
    await expect(stops.getByRole('listitem').nth(1)).toContainText('Marina branch');
    await page.getByRole('button', { name: t('planner.drag', { name: 'Port gate 3' }) }).press('Alt+ArrowUp');
    await expect(stops.getByRole('listitem').nth(1)).toContainText('Port gate 3');
    await page.getByRole('button', { name: t('planner.undo') }).press('Enter');
    await expect(stops.getByRole('listitem').nth(1)).toContainText('Marina branch');
    await page.getByRole('textbox', { name: t('columns.name'), exact: true }).press('Enter');
    await page.waitForURL('**/routes/routes');
    await page.getByRole('link', { name: 'Port and back' }).first().click();
    await expect(stops.getByRole('listitem').nth(2)).toContainText('Port gate 3');
  });
});

import { readFileSync } from 'node:fs';
import { expect, languages, test } from './journey.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('a list is searched, filtered and restored by its address', async ({ page, signIn, text }) => {
      await signIn('customer');
      await page.goto('/PureTrace/devices/list/solution/2');
      const names = page.getByRole('link', { name: /Roof tank/ });
      await expect(names.first()).toBeVisible();
      const before = await names.count();
      expect(before).toBeGreaterThan(2);
      const first = (await names.first().textContent()) ?? '';
      await page
        .getByRole('searchbox')
        .or(page.getByRole('textbox', { name: text('platform', 'actions.search') }))
        .first()
        .fill(first);
      await expect(names).toHaveCount(1);
      expect(page.url()).toContain('search=');
      await page.reload();
      await expect(names).toHaveCount(1);
      await page.goBack().catch(() => null);
    });

    test('a list is exported as CSV that spreadsheets read', async ({ page, signIn, text }) => {
      await signIn('customer');
      await page.goto('/PureTrace/devices/list/solution/2');
      await expect(page.getByRole('link', { name: /Roof tank/ }).first()).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: text('platform', 'list.export') }).click();
      await page.getByRole('menuitem', { name: text('platform', 'list.exportAs.csv') }).click();
      const path = await (await download).path();
      const csv = readFileSync(path, 'utf8');
      expect(csv.charCodeAt(0)).toBe(0xfeff);
      expect(csv.split('\n').filter((line) => line.includes('Roof tank')).length).toBeGreaterThan(2);
    });
  });
}

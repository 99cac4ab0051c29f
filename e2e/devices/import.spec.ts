import { expect, expectAccessible, storyLanguage, test } from '../journey.ts';

const tag = ['@core/assets'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a table of assets is checked, imported, and can be imported again', async ({ page, signIn, text }) => {
    const name = `${language} pump`;
    const column = (field: string) => text('assets', `columns.${field}`);
    const file = {
      name: 'assets.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          [column('code'), text('platform', 'columns.name'), column('type'), text('platform', 'columns.status')].join(
            ';',
          ),
          [`J-${language}`, name, 'pump', text('assets', 'values.status.in-repair')].join(';'),
          ['', 'without a code', 'pump', ''].join(';'),
        ].join('\n'),
      ),
    };
    await signIn('customer');
    await page.goto('/core/assets/list/all');
    const outcomes: string[] = [];
    for (const _ of ['first', 'again']) {
      await page.getByRole('button', { name: text('platform', 'import.title'), exact: true }).click();
      const panel = page.getByRole('dialog');
      await expect(panel.getByRole('button', { name: text('input', 'import.choose') })).toBeVisible();
      await expectAccessible(page);
      await panel.locator('input[type=file]').setInputFiles(file);
      await panel.getByRole('button', { name: text('input', 'import.check') }).click();
      await expect(panel.getByText(text('input', 'import.checked.done'))).toBeVisible();
      await expect(
        panel.getByRole('cell', { name: `${column('code')}: ${text('platform', 'validation.Required')}` }),
      ).toBeVisible();
      await expectAccessible(page);
      const bring = panel.getByRole('button', { name: text('input', 'import.bring'), exact: true });
      outcomes.push((await bring.isEnabled()) ? 'new' : 'known');
      if (await bring.isEnabled()) {
        await bring.click();
        await expect(panel.getByText(text('input', 'import.brought.done'))).toBeVisible();
      }
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    }
    expect(outcomes).toEqual(['new', 'known']);
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { accessModes } from '#core/access/common/grant-state.ts';
import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

/** Chooses an option by the arrow keys: the one with the name, else the first. */
async function choose(page: Page, field: string, option?: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).focus();
  await page.keyboard.press('ArrowDown');
  const marked = page.locator('[role="option"][data-combobox-selected]');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(option === undefined ? marked : marked.filter({ hasText: option })).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/access', '@solutions/metrowatch'] }, () => {
  test.use({ language, viewport: { width: 390, height: 844 } });

  for (const mode of accessModes)
    test(`access of the kind ${mode} is given on a phone without a mouse`, async ({ page, request, signIn, text }) => {
      const t = (key: string) => text('access', key);
      const headers = await headersOf(request, 'customer');
      const of = 'hardwareId=1901&state=installed&sort[id]=asc&limit=1';
      const [lock] = (await (await request.get(`/api/metrowatch/device?${of}`, { headers })).json()).data;
      await signIn('customer');
      await page.goto('/SmartTrack/access-management/accesses-list');
      await page
        .getByRole('link', { name: t('actions.give') })
        .first()
        .press('Enter');
      await expect(page.getByRole('combobox', { name: t('fields.mode') })).toBeVisible();
      if (mode !== 'fulltime') await choose(page, t('fields.mode'), t(`values.mode.${mode}`));
      await expect(page.getByText(t(`modeHint.${mode}`))).toBeVisible();
      if (mode !== 'public-temporary' && mode !== 'onetime') await choose(page, t('fields.holder'));
      const box = page.getByRole('checkbox', { name: lock.name, exact: true });
      await page.getByRole('searchbox').fill(lock.name);
      await box.press('Space');
      await expect(box).toBeChecked();
      if (mode === 'scheduled') await choose(page, t('columns.schedule'));
      await expectDirection(page, language);
      await expectAccessible(page);
      await page.getByRole('button', { name: t('actions.give'), exact: true }).press('Enter');
      await page.getByRole('link', { name: t('given.show') }).press('Enter');
      const panel = page.getByRole('dialog');
      await expect(panel.getByText(t(`values.mode.${mode}`), { exact: true }).first()).toBeVisible();
      await expect(panel.getByText(lock.name).first()).toBeVisible();
      await expectAccessible(page);
    });
});

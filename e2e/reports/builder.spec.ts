import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectDirection, test } from '../journey.ts';

const tag = ['@core/reports'];
const mostSteps = 120;

/** Moves the focus with Tab, or back with Shift+Tab, until it is on the element. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(element).toBeAttached();
  for (let step = 0; step < mostSteps; step++) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${element} was not reached with ${key}`);
}

async function type(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(words);
}

/** The rows of the sections with their widths: `0:12/12 1:6/12`. */
const rowsOf = (page: Page) =>
  page
    .locator('[data-card]')
    .evaluateAll((cards) =>
      cards
        .map((card) => `${(card as HTMLElement).dataset.row}:${/\d+\/12/.exec(card.textContent ?? '')?.[0]}`)
        .join(' '),
    );

for (const language of ['en', 'ar'] as const)
  test.describe(language, { tag }, () => {
    test.use({ language, viewport: { width: 1440, height: 900 } });

    test('a report is put together, previewed in both languages, scheduled and saved by keyboard alone', async ({
      page,
      signIn,
      text,
    }) => {
      const t = (key: string) => text('reports', `builder.${key}`);
      const [narrower, forward] = language === 'ar' ? ['Alt+ArrowRight', 'ArrowLeft'] : ['Alt+ArrowLeft', 'ArrowRight'];
      const add = (name: string) =>
        page.getByRole('button', { name: t('catalogue.add').replace('{{name}}', name), exact: true }).first();
      await signIn('customer');
      await page.goto('/reports/create');
      await type(page, page.getByLabel(t('fields.name')), `Keyboard ${language}`);

      await tabTo(page, add(t('types.heading')));
      await page.keyboard.press('Enter');
      await type(page, page.getByLabel(t('settings.heading.en')), 'Doors');
      await type(page, page.getByLabel(t('settings.heading.ar')), 'الأبواب');
      await tabTo(page, add(text('access', 'reportSections.openings')), 'Shift+Tab');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 6; step++) await page.keyboard.press(narrower);
      await tabTo(page, add(t('types.text')), 'Shift+Tab');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 6; step++) await page.keyboard.press(narrower);
      expect(await rowsOf(page)).toBe('0:12/12 1:6/12 2:6/12');
      await page.keyboard.press('Alt+ArrowUp');
      await expect.poll(() => rowsOf(page)).toBe('0:12/12 1:6/12 1:6/12');

      const sheet = page.getByRole('article');
      await expect(sheet.getByRole('heading', { name: language === 'ar' ? 'الأبواب' : 'Doors' })).toBeVisible();
      await expect(sheet.locator('[data-row]').first()).toBeVisible();
      await expectAccessible(page);
      await tabTo(page, page.getByRole('radio', { checked: true, name: t(`languages.${language}`) }));
      await page.keyboard.press(language === 'ar' ? 'ArrowUp' : 'ArrowDown');
      await expect(sheet).toHaveAttribute('dir', language === 'ar' ? 'ltr' : 'rtl');
      await expect(sheet.getByRole('heading', { name: language === 'ar' ? 'Doors' : 'الأبواب' })).toBeVisible();

      await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab');
      await page.keyboard.press(forward);
      await page.keyboard.press(forward);
      await tabTo(page, page.getByRole('switch', { name: t('schedule.on') }));
      await page.keyboard.press('Space');
      await expect(page.getByRole('listitem').filter({ hasText: '07:00' })).toHaveCount(5);
      await page.keyboard.press('Control+s');
      await expect(page).toHaveURL(/\/reports\/edit\/\d+/);

      await page.goto(new URL(page.url()).pathname);
      await expect.poll(() => rowsOf(page)).toBe('0:12/12 1:6/12 1:6/12');
      await expectDirection(page, language);
    });

    test('a report is put together on a phone', async ({ page, signIn, text }) => {
      const t = (key: string) => text('reports', `builder.${key}`);
      const tab = (name: string) => page.getByRole('tab', { name: t(`tabs.${name}`), exact: true });
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn('customer');
      await page.goto('/reports/create');
      await page.getByLabel(t('fields.name')).fill(`Phone ${language}`);
      for (const kind of [t('types.heading'), text('access', 'reportSections.openings')]) {
        await page.getByRole('button', { name: text('platform', 'actions.add'), exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog
          .getByRole('button', { name: t('catalogue.add').replace('{{name}}', kind), exact: true })
          .first()
          .click();
        await expect(dialog).toHaveCount(0);
      }
      await page.getByRole('button', { name: t('tools.up') }).click();
      await expect.poll(() => rowsOf(page)).toBe('0:12/12 1:12/12');
      await expectAccessible(page);
      await tab('preview').click();
      await expect(page.getByRole('article').locator('[data-row]').first()).toBeVisible();
      await expectDirection(page, language);
      await expectAccessible(page);
      await page.getByRole('button', { name: text('platform', 'actions.save'), exact: true }).click();
      await expect(page).toHaveURL(/\/reports\/edit\/\d+/);
    });
  });

import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

const tag = ['@core/schedules'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a schedule with a night shift and public holidays is created, changed, shown in the history and deleted', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (found, [name, value]) => found.replace(`{{${name}}}`, value),
        text('schedules', key),
      );
    const input = (key: string, day: string) =>
      text('input', key)
        .replace('{{day}}', text('input', `weekdays.${day}`))
        .replace('{{name}}', text('input', `weekdays.${day}`));
    const save = () => page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    const name = language === 'ar' ? 'حراسة الليل' : 'Night guard';
    await signIn('customer');
    await page.goto('/core/schedule/list');
    await page
      .getByRole('link', { name: t('addSchedule') })
      .first()
      .click();
    await page.waitForURL('**/core/schedule/create');
    await expectDirection(page, language);

    // Friday's night shift is one row, whose end is on Saturday.
    await page.getByRole('textbox', { name: t('fields.name') }).fill(name);
    await page.getByRole('button', { name: input('schedule.add', 'Friday') }).click();
    await page.getByRole('textbox', { name: input('time.fromOf', 'Friday') }).fill('22:00');
    await page.getByRole('textbox', { name: input('time.toOf', 'Friday') }).fill('06:00');
    await expect(page.getByText(input('schedule.until', 'Saturday'))).toBeVisible();
    await expect(page.getByRole('textbox', { name: input('time.fromOf', 'Saturday') })).toHaveCount(0);

    await page.getByRole('button', { name: t('holidays.import') }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('combobox', { name: t('holidays.year') }).click();
    await page.getByRole('option').last().click();
    await expect(panel.getByText(t('holidays.expected')).first()).toBeVisible();
    await expectAccessible(page);
    const day = panel.getByRole('checkbox', { name: language === 'ar' ? 'اليوم الوطني' : 'National Day' });
    await day.focus();
    await page.keyboard.press('Space');
    await expect(day).not.toBeChecked();
    await panel.getByRole('button').last().click();
    await expect(panel).toBeHidden();
    await expect(page.getByText(t('holidays.expected')).first()).toBeVisible();
    await page.getByRole('button', { name: t('seasons.add') }).click();
    await page
      .getByRole('textbox', { name: t('fields.name') })
      .last()
      .fill('Ramadan');
    await expectAccessible(page);

    // Special hours need dates.
    await save();
    await expect(page.getByText(t('checkRow'))).toBeVisible();
    await page.getByRole('button', { name: t('removeRow', { name: 'Ramadan' }) }).click();
    await save();
    await page.waitForURL('**/core/schedule/list');
    await expectAccessible(page);

    await page.getByRole('link', { name }).click();
    await page.waitForURL('**/core/schedule/edit/**');
    await expect(page.getByRole('textbox', { name: input('time.toOf', 'Friday') })).toHaveValue('06:00');
    await page.getByRole('textbox', { name: input('time.toOf', 'Friday') }).fill('05:30');
    await save();
    await page.waitForURL('**/core/schedule/list');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('textbox', { name: input('time.toOf', 'Friday') })).toHaveValue('05:30');
    await page.getByRole('button', { name: text('platform', 'history.title') }).click();
    await expect(page.getByRole('dialog').getByText('05:30')).toBeVisible();

    await page.goto('/core/schedule/list');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: text('platform', 'actions.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('platform', 'actions.delete') })
      .click();
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  });
});

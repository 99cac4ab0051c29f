import { expect, storyLanguage, test } from '../journey.ts';

const tag = ['@core/schedules'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a schedule with a night shift is created, changed, shown in the history and deleted', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('schedules', key);
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

    await page.getByRole('textbox', { name: t('fields.name') }).fill(name);
    await page.getByRole('button', { name: input('schedule.add', 'Friday') }).click();
    await page.getByRole('textbox', { name: input('time.fromOf', 'Friday') }).fill('22:00');
    await page.getByRole('textbox', { name: input('time.toOf', 'Friday') }).fill('06:00');
    await save();
    await page.waitForURL('**/core/schedule/list');

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

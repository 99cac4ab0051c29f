import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/notices', '@core/notifications'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: { width: 1440, height: 900 } });

  test('a buyer sees in the bell what happened to an order, opens it from there, and chooses what is sent by mail', async ({
    page,
    request,
    text,
    signIn,
  }) => {
    const t = (key: string) => text('notices', key);
    await signIn('other');
    const headers = await headersOf(request, 'other');
    const kind = 'delivery';
    const byMail = (mail: boolean) => request.put('/api/notice/choice', { headers, data: { kind, mail, bell: true } });
    await byMail(true);
    await page.goto('/core/users/notices');
    const bell = page.getByRole('button', { name: new RegExp(text('notifications', 'bell.tabs.alarms')) }).first();
    await bell.click();
    const panel = page.getByRole('dialog');
    await panel.getByText(new RegExp(`^${text('notifications', 'bell.tabs.notices')}`)).click();
    const list = panel.getByRole('list', { name: t('title') });
    await expect(list.getByRole('listitem').first()).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    const link = list.getByRole('link').first();
    const path = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(panel).toBeHidden();

    await page.goto('/core/users/notices');
    const choice = page.getByRole('checkbox', { name: `${text('inventory', `noticeKinds.${kind}`)}: ${t('mail')}` });
    await expect(choice).toBeChecked();
    // It shows what is stored, so it changes with the reply.
    await choice.click();
    await expect(choice).not.toBeChecked();
    await expect(page.getByText(t('saved'))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(choice).not.toBeChecked();
    await expectDirection(page, language);
    await expectAccessible(page);
    await byMail(true);
  });
});

import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/accounts'] }, () => {
  test.use({ language });

  test('an administrator enters the billing details of the company, and a wrong VAT number is refused', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('accounts', key);
    const headers = await headersOf(request, 'newcomer');
    const { company } = (await (await request.get('/api/session', { headers })).json()).data;
    await signIn('newcomer');
    await page.goto(`/core/companies/profile/${company.id}`);
    await page.getByRole('button', { name: t('billing.edit') }).click();
    const panel = page.getByRole('dialog');
    const field = (name: string) => panel.getByRole('textbox', { name: t(`fields.${name}`) });
    await field('legalNameEn').fill('Sahel Logistics LLC');
    await field('legalNameAr').fill('الساحل للخدمات اللوجستية ش.م.م');
    await field('trn').fill('12345');
    const save = panel.getByRole('button', { name: text('platform', 'actions.save') });
    await save.click();
    await expect(panel.getByText(t('validation.invalidTrn'))).toBeVisible();
    await expectAccessible(page);
    await field('trn').fill('100200300400500');
    await save.click();
    await expect(panel).toBeHidden();
    await expect(page.getByText('100200300400500')).toBeVisible();
    await expect(page.getByText('الساحل للخدمات اللوجستية ش.م.م')).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
  });
});

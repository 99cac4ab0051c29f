import { expect, expectAccessible, expectDirection, fieldOf, linkIn, mailTo, storyLanguage, test } from './journey.ts';

const tag = ['@core/accounts'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a person signs up, confirms the address, signs in and adds the first structure', async ({
    page,
    request,
    text,
  }) => {
    const email = `first-${language}@new.test`;
    const company = language === 'ar' ? 'شركة النخيل' : 'Palm Company';
    const field = (key: string) => fieldOf(page, text('accounts', key));
    await page.goto('/core/auth/sign-in');
    await page.route('**/api/country', (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'down' } }));
    await page.getByRole('link', { name: text('accounts', 'signIn.signUp') }).click();
    await expect(page.getByText(text('countries', 'failed'))).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/country');
    await page.getByRole('button', { name: text('countries', 'retry') }).click();
    const country = page.getByRole('combobox', { name: text('accounts', 'fields.countryId') });
    const emirates = language === 'ar' ? 'الإمارات العربية المتحدة' : 'United Arab Emirates';
    await expect(country).toHaveValue(emirates);
    // Once per session: a reload shows them even if the server does not reply.
    await page.route('**/api/country', (route) => route.abort());
    await page.reload();
    await expect(country).toHaveValue(emirates);
    await page.unroute('**/api/country');
    await expectDirection(page, language);
    await field('auth.companyName').fill(company);
    await field('fields.firstName').fill(language === 'ar' ? 'مريم' : 'Maryam');
    await field('fields.lastName').fill(language === 'ar' ? 'الزعابي' : 'Al Zaabi');
    await field('signIn.email').fill(email);
    await page.getByRole('checkbox').check();
    for (const input of await page.locator('input[type=password]').all()) await input.fill('short');
    await page.getByRole('button', { name: text('accounts', 'signUp.submit') }).click();
    await expect(page.getByText(text('platform', 'validation.passwordValidation')).first()).toBeVisible();
    await expectAccessible(page);
    for (const input of await page.locator('input[type=password]').all()) await input.fill('Palm trees 2026');
    await page.getByRole('button', { name: text('accounts', 'signUp.submit') }).click();
    await expect(page.getByText(text('accounts', 'signUp.sentTitle'))).toBeVisible();

    await page.goto(linkIn(await mailTo(request, email)));
    await expect(page.getByText(text('accounts', 'verify.doneTitle'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: text('accounts', 'signIn.submit') }).click();
    await field('signIn.email').fill(email);
    await field('signIn.password').fill('Palm trees 2026');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));

    await page.goto('/core/structures/all');
    await expectAccessible(page);
    await page
      .getByRole('link', { name: text('places', 'addStructure') })
      .first()
      .click();
    const name = page.getByLabel(text('places', 'fields.name'));
    await name.fill('x');
    await name.fill('');
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByText(text('platform', 'validation.Required')).first()).toBeVisible();
    await name.fill(company);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.goto('/core/structures/all');
    await expect(page.getByRole('link', { name: company })).toBeVisible();
  });
});

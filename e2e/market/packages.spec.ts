import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/packages'] }, () => {
  test.use({ language });

  test('the code of a package that the seller created is entered and activated by a buyer on a phone', async ({
    page,
    text,
    request,
  }) => {
    const t = (key: string) => text('packages', key);
    const headers = await headersOf(request, 'super');
    const send = async (path: string, data: object) =>
      (await (await request.post(`/api${path}`, { headers, data })).json()).data;
    const models = (await (await request.get('/api/package/model?kind=sms-package', { headers })).json()).data;
    const address = { email: 'kiosk@journey.test', phone: '+971501234567', countryId: 233 };
    const merchant = await send('/package/merchants', { name: `Kiosk ${language}`, commission: 10, ...address });
    const made = { modelId: models[0].id, merchantId: merchant.id, count: 1 };
    const [code] = (await send('/package', { batch: crypto.randomUUID(), ...made })).codes as string[];

    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page, text, 'other@rasid.test');
    await page.goto('/core/packages/add');
    await page.getByLabel(t('code')).fill('0000000000000000');
    await page.getByRole('button', { name: t('continue') }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(t('code')).fill(code ?? '');
    await page.getByRole('button', { name: t('continue') }).click();
    await expect(page.getByRole('button', { name: t('activate') })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('activate') }).click();
    await expect(page.getByText(t('activated'))).toBeVisible();
    await expectAccessible(page);
  });
});

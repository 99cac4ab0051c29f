import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from '../journey.ts';

const tag = ['@core/market', '@core/packages'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('the Super Admin adds a product, gives a company its own price, and takes the product off sale and back', async ({
    page,
    text,
    signIn,
  }) => {
    const t = (key: string) => text('market', key);
    const name = { en: `Cable ${language}`, ar: `كابل ${language}` };
    await signIn('super');
    await page.goto('/core/market/main/core');
    await page.getByRole('button', { name: t('catalogue.add') }).click();
    const added = page.getByRole('dialog', { name: t('catalogue.add') });
    await added.getByLabel(t('fields.sku')).fill(`CABLE-${language.toUpperCase()}`);
    await added.getByLabel(t('fields.nameEn')).fill(name.en);
    await added.getByLabel(t('fields.nameAr')).fill(name.ar);
    await added.getByLabel(t('fields.price')).fill('12.5');
    await expectAccessible(page);
    await added.getByRole('button', { name: t('catalogue.save') }).click();
    await expect(added).toBeHidden();

    const edit = page.getByRole('button', { name: t('editOf').replace('{{name}}', name[language]) });
    await page.getByRole('button', { name: t('tabs.accessories'), exact: true }).click();
    await edit.click();
    const panel = page.getByRole('dialog', { name: t('catalogue.edit') });
    await expect(panel.getByLabel(t('fields.price'))).toHaveValue('$12.5');
    await expectDirection(page, language);
    await expectAccessible(page);
    await panel.getByText(t('catalogue.for.company'), { exact: true }).click();
    await panel.getByLabel(t('fields.companyId'), { exact: true }).first().click();
    await page.getByRole('option', { name: 'Qasr Retail' }).click();
    await panel.getByLabel(t('fields.price')).fill('9');
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
    await panel.getByRole('button', { name: t('catalogue.save') }).click();
    await expect(panel).toBeHidden();

    await edit.click();
    await panel.getByLabel(t('fields.active')).uncheck();
    await panel.getByRole('button', { name: t('catalogue.save') }).click();
    await expect(panel).toBeHidden();
    await expect(edit).toBeHidden();
    await page.getByRole('button', { name: name[language], exact: true }).click();
    await panel.getByLabel(t('fields.active')).check();
    await panel.getByRole('button', { name: t('catalogue.save') }).click();
    await expect(edit).toBeVisible();
  });

  test('discount codes and the codes of packages are read and entered on a desktop and a phone', async ({
    page,
    text,
    request,
    signIn,
    another,
  }) => {
    const t = (key: string) => text('market', key);
    const p = (key: string) => text('packages', key);
    const look = async () => {
      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport);
        await expectDirection(page, language);
        await expectAccessible(page);
      }
      await page.setViewportSize(desktop);
    };
    await signIn('super');
    await page.goto('/core/market/discounts-code');
    await expect(page.getByText('WELCOME10')).toBeVisible();
    await look();
    await page.getByRole('button', { name: t('discounts.newCode') }).click();
    const panel = page.getByRole('dialog', { name: t('discounts.newCode') });
    await panel.getByLabel(t('columns.code')).fill(`SPRING-${language.toUpperCase()}`);
    await panel.getByLabel(t('fields.percent')).fill('12');
    await expect(panel.getByRole('status')).toContainText('12');
    await look();
    await panel.getByRole('button', { name: t('discounts.save') }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByText(`SPRING-${language.toUpperCase()}`)).toBeVisible();
    await page.getByRole('tab', { name: t('discounts.tabs.rates') }).click();
    await look();

    await page.goto('/core/packages/external-orders');
    await expect(page.getByRole('heading', { name: p('pages.packages-external-orders') })).toBeVisible();
    await look();
    const headers = await headersOf(request, 'super');
    const send = async (path: string, data: object) =>
      (await (await request.post(`/api${path}`, { headers, data })).json()).data;
    const models = (await (await request.get('/api/package/model?kind=sms-package')).json()).data;
    const address = { email: 'kiosk@journey.test', phone: '+971501234567', countryId: 233 };
    const merchant = await send('/package/merchants', { name: `Kiosk ${language}`, commission: 10, ...address });
    const made = { modelId: models[0].id, merchantId: merchant.id, count: 1 };
    const [code] = (await send('/package', { batch: crypto.randomUUID(), ...made })).codes as string[];

    const buyer = await another();
    await signInAs(buyer, text, 'other@rasid.test');
    await buyer.goto('/core/packages/add');
    await buyer.getByLabel(p('code')).fill('0000000000000000');
    await buyer.getByRole('button', { name: p('continue') }).click();
    await expectAccessible(buyer);
    await buyer.getByLabel(p('code')).fill(code ?? '');
    await buyer.getByRole('button', { name: p('continue') }).click();
    await expect(buyer.getByRole('button', { name: p('activate') })).toBeVisible();
    await buyer.setViewportSize(phone);
    await expectDirection(buyer, language);
    await expectAccessible(buyer);
    await buyer.getByRole('button', { name: p('activate') }).click();
    await expect(buyer.getByText(p('activated'))).toBeVisible();
    await expectAccessible(buyer);
  });
});

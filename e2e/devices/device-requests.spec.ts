import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from '../journey.ts';

const tag = ['@core/device-requests', '@solutions/management'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const product = { en: 'TankEye U3', ar: 'عين الخزان U3' };
const missing = { en: 'LeakGuard F1', ar: 'حارس التسرب F1' };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('an integrator fulfils the device request of a customer from its stock', async ({
    page,
    signIn,
    another,
    text,
  }) => {
    const t = (key: string) => text('device-requests', key);

    // The customer asks for a device, by its picture and without prices.
    await signIn('customer');
    await page.goto('/management/devices/request');
    await page
      .getByRole('button', { name: t('newRequest') })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: t('send') }).click();
    await expect(panel.getByText(t('noProducts'))).toBeVisible();
    await panel.getByRole('combobox', { name: t('addProduct') }).fill(product[language]);
    await page.getByRole('option', { name: product[language] }).click();
    await panel.getByLabel(t('fields.note')).fill('Roof');
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('send') }).click();
    await page.waitForURL(/devices\/request\/[0-9a-f-]{36}$/);
    await expect(page.getByText(t('next.customer.pending'))).toBeVisible();
    await expectAccessible(page);
    const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

    // The integrator accepts it and allocates the oldest device in stock.
    const desk = await another();
    await signInAs(desk, text, 'integrator@rasid.test');
    await desk.goto('/management/si/dashboard');
    await desk.getByRole('link', { name: number }).click();
    await desk.getByRole('button', { name: t('actions.accept'), exact: true }).click();
    await expect(desk.getByText(t('next.integrator.accepted'))).toBeVisible();
    await expectAccessible(desk);
    await desk.getByRole('button', { name: t('actions.allocate'), exact: true }).click();
    const allocation = desk.getByRole('dialog');
    const serial = allocation.getByLabel(t('allocate.scan'), { exact: true });
    await serial.fill('FFFFFFFFFFFF');
    await serial.press('Enter');
    await expect(allocation.getByText(text('subscriptions', 'errors.not-in-your-stock'))).toBeVisible();
    await expectAccessible(desk);
    await allocation.getByRole('button', { name: t('allocate.oldest') }).click();
    await expect(allocation.getByText(t('allocate.noneLeft'))).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(desk.getByText(t('next.integrator.fulfilled'))).toBeVisible();

    // The customer sees each step, also on a phone.
    await page.reload();
    await expect(page.getByText(t('next.customer.fulfilled'))).toBeVisible();
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
  });

  test('an integrator orders for its stock from the store, and finds its customers', async ({ page, signIn, text }) => {
    const t = (key: string) => text('management', key);
    await signIn('integrator');
    await page.goto('/core/market/main');
    await page.waitForURL('**/management/devices/store');
    await page.goto('/management/devices/store/PureTrace');
    await expect(page.getByText(product[language])).toBeVisible();
    await page.getByRole('button', { name: t('store.serialsOf').replace('{{name}}', product[language]) }).click();
    const serials = page.getByRole('dialog', { name: product[language] });
    const [labels] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith('/api/device-stock/label')),
      serials.getByRole('button', { name: text('orders', 'deploy.labels') }).click(),
    ]);
    expect(labels.status()).toBe(201);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: t('store.tabs.catalogue') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/management/devices/store/PureTrace?cart=1');
    await expect(page.getByRole('dialog', { name: t('store.cart') })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/management/customers/list/all');
    await page.getByRole('link', { name: 'Reem Residences' }).click();
    await expect(page.getByRole('list', { name: t('customer.tabs.overview') })).toBeVisible();
    await page.getByRole('tab', { name: t('customer.tabs.devices') }).click();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: t('customer.list') })
      .first()
      .click();
    await page.waitForURL(/\/all-devices\/list/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('an integrator orders what its stock lacks, and the request names the order request', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('device-requests', key);
    const [customer, integrator] = [await headersOf(request, 'wadi'), await headersOf(request, 'integrator')];
    const read = async (path: string) => (await (await request.get(`/api${path}`, { headers: customer })).json()).data;
    const [product] = await read('/product?hardwareId=301');
    const lines = [{ productId: product.id, qty: 2 }];
    const made = await request.post('/api/device-request', { headers: customer, data: { lines } });
    const { uuid } = (await made.json()).data;
    await request.patch(`/api/device-request/${uuid}`, { headers: integrator, data: { action: 'accept' } });
    const own = (await (await request.get('/api/session', { headers: integrator })).json()).data.company.id;
    await request.post(`/api/company/${own}/order/address`, {
      headers: integrator,
      data: {
        label: `Store ${language}`,
        recipient: 'Najm',
        phone: '+971501234567',
        countryId: 233,
        area: 'Al Quoz',
      },
    });

    await signIn('integrator');
    await page.goto(`/management/devices/request/${uuid}`);
    await page.getByRole('button', { name: t('actions.order') }).click();
    const cart = page.getByRole('dialog', { name: text('management', 'store.cart') });
    await expect(cart.getByText(missing[language])).toBeVisible();
    // An edit of the cart leaves the page of the cart, and the request is still known afterwards.
    const m = (key: string) => text('market', key);
    await cart
      .getByRole('link', { name: m('editOf').replace('{{name}}', missing[language]) })
      .first()
      .click();
    await page.waitForURL(/mode=edit/);
    await page.getByRole('main').getByLabel(m('quantity'), { exact: true }).first().fill('2');
    await page.getByRole('button', { name: text('platform', 'wizard.next'), exact: true }).click();
    await page.getByRole('button', { name: m('saveInCart') }).click();
    await page.getByRole('link', { name: m('openCart') }).click();
    await expect(cart.getByText(missing[language])).toBeVisible();
    await cart.getByRole('combobox', { name: text('market', 'deliverTo') }).click();
    await page.getByRole('option').first().click();
    await cart.getByRole('button', { name: text('orders', 'buying.send') }).click();
    await page.waitForURL(`**/management/devices/request/${uuid}`);
    await expect(page.getByRole('main').getByText(t('values.intention.open'))).toBeVisible();
    await expectAccessible(page);
  });
});

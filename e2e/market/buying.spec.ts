import type { Page } from '@playwright/test';
import type { CartEntry } from '#core/market/common/cart.ts';
import { sharedCartFragment } from '#core/market/web/cart/shared-cart.ts';
import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from '../journey.ts';

const tag = ['@core/orders', '@core/market', '@core/accounts', '@solutions/swam'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const device = { en: 'WaterMeter DN20', ar: 'عداد المياه DN20' };
const meters = (qty: number): CartEntry => ({
  app: 'swam',
  solutionId: 8,
  type: 'swam-hardware',
  details: { hardwareId: 801, packageId: null },
  subOrders: [{ hardwareId: 801, qty, items: [] }],
});

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });
  const look = async (page: Page, name: string) => {
    if (!process.env.SHOTS) return;
    await page.screenshot({ path: `${process.env.SHOTS}/${language}-${name}.png`, fullPage: true });
    await page.setViewportSize(phone);
    await page.screenshot({ path: `${process.env.SHOTS}/${language}-${name}-390.png`, fullPage: true });
    await page.setViewportSize(desktop);
  };

  test('a cart becomes an order request, the request an order, and the order is paid with a card that asks the bank', async ({
    page,
    text,
    signIn,
    another,
    request,
  }) => {
    const t = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (out, [name, value]) => out.replace(`{{${name}}}`, value),
        text('orders', `buying.${key}`),
      );
    const market = (key: string) => text('market', key);
    const note = `For the tower, ${language}`;

    await signIn('other');
    await page.goto(`/core/market/cart${await sharedCartFragment([meters(2)])}`);
    await page.getByRole('button', { name: market('sharedCart.add') }).click();
    await expect(page.getByRole('article', { name: device[language] })).toContainText('$256.00');
    await page.getByRole('button', { name: market('newAddress') }).click();
    const panel = page.getByRole('dialog');
    for (const [field, value] of [
      ['label', `Store ${language}`],
      ['recipient', 'Khalid Rahman'],
      ['phone', '+971501234567'],
      ['street', 'Al Wasl Road'],
    ] as const)
      await panel.getByLabel(market(`fields.${field}`)).fill(value);
    await panel.getByLabel(market('fields.countryId')).click();
    await page.getByRole('option', { name: /United Arab Emirates|الإمارات/ }).click();
    await expectAccessible(page);
    await look(page, 'address');
    await panel.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(panel).toHaveCount(0);
    await page.getByLabel(t('note')).fill(note);
    await expect(page.getByRole('button', { name: t('send') })).toBeEnabled();
    // 256.00 + 25.00 of shipping, and 5 % of tax on both.
    await expect(page.getByText('$295.05')).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await look(page, 'cart');
    await page.getByRole('button', { name: t('send') }).click();
    await page.waitForURL('**/core/market/my-orders');
    await expect(page.getByText(t('requestNext')).first()).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await look(page, 'my-orders');
    await page.goto('/core/market/cart');
    await expect(page.getByText(market('emptyCart.title'))).toBeVisible();

    const headers = await headersOf(request, 'other');
    const { data } = await (await request.get('/api/order/intention?state=open', { headers })).json();
    const sent = (data as { uuid: string; note: string }[]).find((one) => one.note === note);
    const seller = await another();
    await signInAs(seller, text, 'super@rasid.test');
    await seller.goto(`/core/market/checkout?intention=${sent?.uuid}`);
    const place = seller.getByRole('button', { name: t('place') });
    await expect(seller.getByText(note).first()).toBeVisible();
    await expect(place).toBeDisabled();
    await seller.getByRole('radio', { name: text('orders', 'values.method.card'), exact: true }).check();
    await expect(place).toBeEnabled();
    await expectDirection(seller, language);
    await expectAccessible(seller);
    await look(seller, 'checkout');
    await place.click();
    await seller.waitForURL(/\/core\/orders\/\d+\/\d+$/);

    const [orderId] = /\d+/.exec(new URL(seller.url()).pathname) ?? [];
    await page.goto(`/core/market/my-orders/${orderId}`);
    await page.getByRole('button', { name: t('payByCard') }).click();
    await expect(page.getByText(t('sandbox.title'))).toBeVisible();
    await expectAccessible(page);
    await look(page, 'card');
    await page.getByRole('button', { name: /4000 0000 0000 9995/ }).click();
    await page.getByRole('button', { name: t('payNow', { amount: '$295.05' }) }).click();
    await expect(page.getByText(t('failure.no-funds'))).toBeVisible();
    await page.getByRole('button', { name: /4000 0027 6000 3184/ }).click();
    await page.getByRole('button', { name: t('payNow', { amount: '$295.05' }) }).click();
    await page.waitForURL('**/bank');
    await expect(page.getByRole('heading', { name: t('bank.question', { amount: '$295.05' }) })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await look(page, 'bank');
    await page.getByRole('button', { name: t('bank.approve') }).press('Enter');
    await page.waitForURL(/\/my-orders\/\d+$/);
    await expect(page.getByText(t('return.paid.title'))).toBeVisible();
    await expect(page.getByText(text('orders', 'values.status.confirmed')).first()).toBeVisible();
    await expect(page.getByText(text('orders', 'values.paymentStatus.paid')).first()).toBeVisible();
    await expect(page.getByText(text('orders', 'steps.payment-paid'), { exact: true })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await look(page, 'paid');
    await page.getByRole('button', { name: text('orders', 'nextAction.reorder') }).click();
    await page.waitForURL('**/core/market/cart');
    await expect(page.getByRole('article', { name: device[language] })).toContainText('$256.00');
    await page.setViewportSize(phone);
    await expectDirection(page, language);
  });
});

test('prices that have changed are shown with both of them, and the order is placed at the new ones by keyboard', {
  tag,
}, async ({ page, text, signIn, request }) => {
  const headers = await headersOf(request, 'super');
  const found = await (await request.get('/api/company?search=wadi&limit=1', { headers })).json();
  const companyId = found.data[0].id as number;
  await signIn('super');
  await page.addInitScript((id) => sessionStorage.setItem('customer#1.1.0', JSON.stringify(id)), companyId);
  const tokens: CartEntry = {
    app: 'core',
    solutionId: null,
    type: 'core-sms-packages',
    details: { hardwareId: null, packageId: 0 },
    subOrders: [{ hardwareId: null, qty: 1, items: [{ id: 0, type: 'sms-package', qty: 1 }] }],
  };
  const products = await (await request.get('/api/product?kind=sms-package&limit=1')).json();
  const [product] = products.data as { id: number; name: string }[];
  if (!product) throw new Error('no messages are on sale');
  tokens.details.packageId = product.id;
  for (const { items } of tokens.subOrders) for (const item of items) item.id = product.id;
  await page.goto(`/core/market/cart${await sharedCartFragment([tokens])}`);
  await page.getByRole('button', { name: text('market', 'sharedCart.add') }).click();
  await page.getByRole('link', { name: text('orders', 'buying.checkOut') }).press('Enter');
  await page.waitForURL('**/core/market/checkout**');
  const place = page.getByRole('button', { name: text('orders', 'buying.place') });
  const link = page.getByRole('radio', { name: text('orders', 'values.method.card-link') });
  await expect(link).toBeEnabled();
  await link.press('Space');
  await expect(place).toBeEnabled();
  const keys: (string | undefined)[] = [];
  let quote: { lines: { path: string; net: number }[] } | undefined;
  page.on('response', async (reply) => {
    if (reply.url().includes('/order/validate') && reply.ok()) quote = (await reply.json()).data;
  });
  await page.getByLabel(text('market', 'voucher')).fill('nothing');
  await page.route(/\/api\/company\/\d+\/order$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const now = quote ?? JSON.parse(route.request().postData() ?? '{}');
    const { hash, seen } = JSON.parse(route.request().postData() ?? '{}');
    await route.fulfill({
      status: 409,
      json: {
        code: '20020002',
        word: 'price-changed',
        msg: 'price-changed',
        detail: {
          quote: { ...now, lines: quote?.lines ?? [], hash, requiresShipping: false, totals: { total: 30 } },
          changes: [{ path: seen[0].path, what: 'price', was: 20, now: seen[0].net }],
        },
      },
    });
  });
  await place.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$20.00');
  await expect(dialog).toContainText(product.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('orders', 'buying.placeAtNewPrice') }).press('Enter');
  await page.waitForURL(/\/core\/orders\/\d+\/\d+$/);
  expect(new Set(keys).size).toBe(2);
});

test('people of companies are redirected from the checkout to the overview with a notice', { tag }, async ({
  page,
  signIn,
  text,
}) => {
  await signIn('other');
  await page.goto('/core/market/checkout');
  await page.waitForURL((url) => url.pathname === '/core');
  await expect(page.getByText(text('platform', 'notifications.denied')).first()).toBeVisible();
});

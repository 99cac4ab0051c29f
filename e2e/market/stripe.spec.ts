import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { startServer, type TestServer } from '#main/testing/test-servers.ts';
import { testStripe } from '#main/testing/test-stripe.ts';
import { expect, expectAccessible, signInAs, storyLanguage, test } from '../journey.ts';

const tag = ['@core/orders'];
/** In place of the script of Stripe: a form with one field, whose text decides the outcome of the card. */
const script = `window.Stripe = () => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create() {
      const listeners = {};
      return {
        on: (name, listener) => { listeners[name] = listener; },
        mount(place) {
          place.innerHTML = '<label>Number of the card <input id="fake-card"></label>';
          setTimeout(() => listeners.ready());
        },
        destroy() { document.getElementById('fake-card')?.parentElement?.remove(); },
      };
    },
  }),
  async confirmPayment({ elements, confirmParams }) {
    const card = document.getElementById('fake-card').value;
    const ref = elements.clientSecret.split('_secret_')[0];
    await window.enterCard(ref, card);
    if (card === 'declined') return { error: { type: 'card_error' } };
    if (card === '3-D Secure') {
      location.href = confirmParams.return_url + '?payment_intent=' + ref + '&payment_intent_client_secret=secret&redirect_status=succeeded';
      return new Promise(() => {});
    }
    return { paymentIntent: { status: 'succeeded' } };
  },
});
window.Stripe.version = 'endive';`;

let stripe: Awaited<ReturnType<typeof testStripe>>;
let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'rasid-stripe-'));

test.beforeAll(async () => {
  stripe = await testStripe();
  const { secretKey, publishableKey, webhookSecret, apiUrl } = stripe.payments.stripe;
  server = await startServer({
    DEMO: '1',
    DATA_DIR: folder,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  });
});
test.afterAll(async () => {
  await server?.kill('SIGTERM');
  await stripe?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An order that the buyer has not paid yet, on the server that charges by Stripe. */
async function unpaidOrder(request: APIRequestContext): Promise<{ id: number; uuid: string }> {
  const base = `http://127.0.0.1:${server.port}/api`;
  const send = async (path: string, data: object, headers = {}) =>
    (await (await request.post(`${base}${path}`, { headers, data })).json()).data;
  const headersOf = async (name: string) => {
    const { token } = await send('/auth/login', { email: `${name}@rasid.test`, password: 'Rasid@2026' });
    return { authorization: `Bearer ${token}` };
  };
  const [seller, buyer] = [await headersOf('super'), await headersOf('other')];
  const read = async (path: string) => (await (await request.get(`${base}${path}`, { headers: buyer })).json()).data;
  const company = (await read('/session')).company.id;
  const [product] = await read('/product?kind=sms-package&limit=1');
  const orders = [{ type: 'core-sms-packages', app: 'core', packages: [{ id: product.id, qty: 1 }] }];
  const path = `/company/${company}/order`;
  const { hash } = await send(`${path}/validate`, { orders }, seller);
  const order = await send(
    path,
    { orders, hash, method: 'card' },
    { ...seller, 'idempotency-key': crypto.randomUUID() },
  );
  return { id: order.id, uuid: order.uuid };
}

async function openForm(page: Page, order: { id: number }, payByCard: string): Promise<void> {
  await page.goto(`/core/market/my-orders/${order.id}`);
  await page.getByRole('button', { name: payByCard }).click();
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: { width: 1440, height: 900 } });

  test('a buyer pays by the card form of Stripe after a decline, also by way of the bank, and gets an error when the form cannot be loaded', async ({
    browser,
    request,
    text,
  }) => {
    const t = (key: string) => text('orders', key);
    const context = await browser.newContext({ locale: language, baseURL: `http://localhost:${server.port}` });
    const page = await context.newPage();
    let reachable = false;
    let loads = 0;
    await page.route('https://js.stripe.com/**', (route) => {
      loads++;
      return reachable ? route.fulfill({ contentType: 'text/javascript', body: script }) : route.abort();
    });
    await page.exposeFunction('enterCard', (ref: string, card: string) =>
      stripe.confirm(ref, card === 'declined' ? { declined: 'insufficient_funds' } : 'paid'),
    );
    await signInAs(page, text, 'other@rasid.test');
    const [first, second] = [await unpaidOrder(request), await unpaidOrder(request)];
    await page.goto(`/core/market/my-orders/${first.id}`);
    await expect(page.getByRole('button', { name: t('buying.payByCard') })).toBeVisible();
    expect(loads).toBe(0);

    await openForm(page, first, t('buying.payByCard'));
    await expect(page.getByText(t('buying.stripe.notLoaded'))).toBeVisible();
    await expectAccessible(page);
    reachable = true;
    await page.getByRole('button', { name: t('buying.stripe.again') }).click();
    const card = page.getByLabel('Number of the card');
    const pay = page.getByRole('button', { name: new RegExp(t('buying.payNow').replace('{{amount}}', '.*')) });
    await card.fill('declined');
    await pay.click();
    await expect(page.getByText(t('buying.failure.no-funds'))).toBeVisible();
    await expectAccessible(page);
    await card.fill('4242');
    await pay.click();
    await expect(page.getByText(t('buying.return.paid.title'))).toBeVisible();
    expect(stripe.ledger(first.uuid)).toMatchObject({ intents: 1, charges: [expect.any(Number)] });

    await openForm(page, second, t('buying.payByCard'));
    await card.fill('3-D Secure');
    await pay.click();
    await expect(page.getByText(t('buying.return.paid.title'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/my-orders/${second.id}$`));
    expect(stripe.ledger(second.uuid)).toMatchObject({ intents: 1, charges: [expect.any(Number)] });
    await context.close();
  });
});

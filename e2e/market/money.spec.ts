import type { APIRequestContext } from '@playwright/test';
import { pdf } from '#main/testing/test-files.ts';
import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from '../journey.ts';
import { holds, pdfLines } from '../pdf.ts';

const tag = ['@core/orders', '@core/market', '@solutions/swam'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** An order of an SMS package that the buyer has not paid yet. */
async function unpaidOrder(request: APIRequestContext) {
  const [seller, buyer] = [await headersOf(request, 'super'), await headersOf(request, 'other')];
  const read = async (path: string) => (await (await request.get(`/api${path}`, { headers: buyer })).json()).data;
  const send = async (path: string, data: object, headers: Record<string, string>) =>
    (await (await request.post(`/api${path}`, { headers, data })).json()).data;
  const companyId = (await read('/session')).company.id;
  const [product] = await read('/product?kind=sms-package&limit=1');
  const orders = [{ type: 'core-sms-packages', app: 'core', packages: [{ id: product.id, qty: 2 }] }];
  const path = `/company/${companyId}/order`;
  const { hash } = await send(`${path}/validate`, { orders }, seller);
  const headers = { ...seller, 'idempotency-key': crypto.randomUUID() };
  const order = await send(path, { orders, hash, method: 'transfer' }, headers);
  return { id: order.id as number, number: order.number as string, total: order.total as number, companyId };
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('a buyer pays by transfer with a proof, the Financial Admin confirms it, and the order of the buyer is paid and billed', async ({
    page,
    request,
    text,
    signIn,
    another,
  }) => {
    const t = (key: string) => text('orders', key);
    const order = await unpaidOrder(request);
    await signIn('other');
    await page.goto(`/core/market/my-orders/${order.id}`);
    await expect(page.getByText('AE070331234567890123456')).toBeVisible();
    await expect(page.getByRole('img', { name: t('pay.ibanCode') })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await page.setViewportSize(desktop);
    const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) };
    await page.getByRole('main').locator('input[type=file]').setInputFiles(proof);
    await expect(page.getByText(t('pay.proofKept'))).toBeVisible();
    await expectAccessible(page);

    const finance = await another();
    await finance.setViewportSize(desktop);
    await signInAs(finance, text, 'finance@rasid.test');
    await finance.goto('/core/market/payments');
    const row = finance.getByRole('main').getByRole('listitem').filter({ hasText: order.number });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: t('actions.confirm-payment'), exact: true }).click();
    const panel = finance.getByRole('dialog');
    await panel.getByLabel(t('fields.amount')).fill('1');
    await expect(panel.getByText(t('money.decide.differs'))).toBeVisible();
    await expectAccessible(finance);
    await panel.getByLabel(t('fields.amount')).fill(String(order.total));
    await panel.getByLabel(t('fields.valueDate')).fill('20/11/2026');
    await panel.getByLabel(t('fields.reference')).fill(`FT-${language}`);
    await panel.getByRole('button', { name: t('money.decide.confirm') }).click();
    await expect(panel).toHaveCount(0);
    await expect(row).toHaveCount(0);

    await expect(page.getByText(t('values.paymentStatus.paid')).first()).toBeVisible();
    const bills = page.getByRole('table', { name: t('tabs.bills') });
    await expect(bills).toContainText('INV-');
    await expectAccessible(page);

    // One of two pieces is taken back by its line: the credit note is of its price.
    const paying = await request.get(`/api/company/${order.companyId}/order/${order.id}`, {
      headers: { ...(await headersOf(request, 'other')), 'accept-language': language },
    });
    const [line] = (await paying.json()).data.lines;
    const seller = await another();
    await seller.setViewportSize(desktop);
    await signInAs(seller, text, 'super@rasid.test');
    await seller.goto(`/core/orders/${order.id}/${order.companyId}?tab=payment`);
    await seller
      .getByRole('main')
      .getByRole('button', { name: t('money.decide.refund'), exact: true })
      .first()
      .click();
    const refund = seller.getByRole('dialog');
    await refund.getByLabel(line.name).fill('1');
    await expect(refund.getByLabel(t('fields.amount'))).toHaveCount(0);
    await refund.getByLabel(t('money.decide.evenActive')).check();
    await expectAccessible(seller);
    await refund.getByLabel(t('fields.valueDate')).fill('21/11/2026');
    await refund.getByLabel(t('fields.reference')).fill(`FT-${language}-2`);
    await refund.getByLabel(t('fields.reason')).fill('One too many');
    await refund.getByRole('button', { name: t('money.decide.refund') }).click();
    await expect(refund).toHaveCount(0);
    await expect(bills).toContainText('CN-');
  });
});

test('the Arabic invoice reads from right to left and in order, and is the same bytes each time', {
  tag,
}, async ({ request }) => {
  const order = await unpaidOrder(request);
  const [buyer, finance] = [await headersOf(request, 'other'), await headersOf(request, 'finance')];
  const path = `/api/company/${order.companyId}/order/${order.id}`;
  const paying = await request.post(`${path}/payment`, { headers: buyer, data: { method: 'transfer' } });
  expect(paying.status()).toBe(201);
  const { payments } = (await (await request.get(`${path}/payment`, { headers: buyer })).json()).data;
  const booked = { amount: order.total, valueDate: '2026-11-20', reference: 'FT-PDF' };
  const decided = await request.patch(`/api/order/${order.id}/payment`, {
    headers: { ...finance, 'idempotency-key': crypto.randomUUID() },
    data: { action: 'confirm', paymentId: payments[0].id, ...booked },
  });
  expect(decided.status()).toBe(200);
  const read = async (language: string) =>
    await (await request.get(`${path}/bill?kind=invoice&language=${language}`, { headers: buyer })).body();
  const first = await read('ar');
  expect(first.equals(await read('ar'))).toBe(true);
  const lines = await pdfLines(new Uint8Array(first));
  const [invoice] = (await (await request.get(`${path}/bills`, { headers: buyer })).json()).data;
  const wanted = [
    'فاتورة ضريبية',
    invoice.number,
    'فاتورة إلى',
    'المجموع الفرعي',
    'ضريبة القيمة المضافة',
    'فقط',
    'لا غير',
  ];
  let at = -1;
  for (const words of wanted) {
    const next = lines.findIndex((line, n) => n >= Math.max(at, 0) && holds(line, words));
    expect(next, `${words} below line ${at}: ${lines.map(({ text }) => text).join('\n')}`).toBeGreaterThanOrEqual(0);
    at = next;
  }
  // The title begins at the right edge of an Arabic page.
  expect(lines.find((line) => holds(line, 'فاتورة ضريبية'))?.middle).toBeGreaterThan(0.5);
  const english = await pdfLines(new Uint8Array(await read('en')));
  expect(english.find((line) => holds(line, 'Tax Invoice'))?.middle).toBeLessThan(0.5);
});

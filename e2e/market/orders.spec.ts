import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/orders', '@core/market', '@solutions/swam'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** A paid order of five devices of one model, of the company of the buyer. */
async function paidOrder(request: APIRequestContext, recipient: string) {
  const [seller, buyer] = [await headersOf(request, 'super'), await headersOf(request, 'other')];
  const read = async (path: string) => (await (await request.get(`/api${path}`, { headers: buyer })).json()).data;
  const send = async (path: string, data: object, headers: Record<string, string> = {}) =>
    (await (await request.post(`/api${path}`, { headers, data })).json()).data;
  const companyId = (await read('/session')).company.id;
  const address = await send(
    `/company/${companyId}/order/address`,
    { label: recipient, recipient, phone: '+971501234567', countryId: 233, area: 'Al Quoz' },
    buyer,
  );
  const [product] = await read('/product?hardwareId=801');
  const groups = new Map(
    product.options.map(({ groupId, id }: { groupId: string | null; id: number }) => [groupId, id]),
  );
  groups.delete(null);
  const device = { id: 801, solutionId: product.solutionIds[0], qty: 5, products: [...groups.values()] };
  const orders = [{ type: 'swam-hardware', app: 'swam', devices: [device] }];
  const path = `/company/${companyId}/order`;
  const { hash } = await send(`${path}/validate?addressId=${address.id}`, { orders }, seller);
  const headers = { ...seller, 'idempotency-key': crypto.randomUUID() };
  const order = await send(path, { orders, hash, addressId: address.id }, headers);
  const { clientSecret } = await send('/payment', { orderId: order.id }, buyer);
  await send('/payment/sandbox/confirm', { clientSecret, card: '4242424242424242' });
  return { id: order.id as number, number: order.number as string, companyId };
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('the seller sends an order in two parcels and deploys its devices by keyboard alone', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('orders', key);
    const { id, number, companyId } = await paidOrder(request, `Khalid ${language}`);
    await signIn('super');
    await page.goto('/core/orders/list?queue=ship');
    await expect(page.getByRole('link', { name: number })).toBeVisible();
    await page.getByRole('link', { name: number }).click();
    await page.waitForURL(`**/core/orders/${id}/${companyId}`);
    await expect(page.getByRole('table', { name: t('tabs.lines') })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: t('nextAction.ship'), exact: true }).click();
    await page.waitForURL('**tab=shipping');
    for (const [pieces, state] of [
      ['2', 'partially-shipped'],
      ['3', 'shipped'],
    ] as const) {
      await page.getByRole('main').locator('li input').fill(pieces);
      await page.getByLabel(t('fields.carrier')).fill('Aramex');
      await page.getByLabel(t('fields.tracking')).fill(`AX-100${pieces}`);
      await page.getByRole('button', { name: t('shipping.ship'), exact: true }).click();
      await expect(page.getByText(t(`values.fulfilment.${state}`))).toBeVisible();
    }
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.setViewportSize(desktop);

    await page.goto(`/core/orders/${id}/${companyId}?tab=deploy`);
    const box = page.getByRole('textbox', { name: t('deploy.scan') });
    await expect(box).toBeFocused();
    const serial = (at: number) => `70B3D5E000${at}${at}`.padEnd(12, '0');
    await page.keyboard.type('no serial');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('unitError.invalidSerial'))).toBeVisible();
    for (const at of [1, 2, 3, 4]) {
      await page.keyboard.type(serial(at));
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${at}/5`)).toBeVisible();
    }
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
    // A label with an address is read as well.
    await page.keyboard.type(`https://maker.example/d?serial=${serial(5)}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('5/5')).toBeVisible();
    await expect(page.getByText(t('values.status.deployed')).first()).toBeVisible();

    await page.getByRole('tab', { name: t('tabs.timeline') }).click();
    await expect(page.getByText(t('steps.deploy'))).toBeVisible();
    await expectAccessible(page);
  });

  test('an order under the id of another company is not found, and a buyer is led to the overview', async ({
    page,
    request,
    signIn,
  }) => {
    const { id, companyId } = await paidOrder(request, `Mona ${language}`);
    const reply = await request.get(`/api/company/${companyId + 1}/order/${id}`, {
      headers: await headersOf(request, 'super'),
    });
    expect(reply.status()).toBe(404);
    await signIn('other');
    await page.goto('/core/orders/list');
    await page.waitForURL((url) => url.pathname === '/core');
  });
});

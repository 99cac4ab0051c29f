import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  signInAs,
  storyLanguage,
  test,
  textsIn,
} from '../journey.ts';
import { holds, pdfLines } from '../pdf.ts';

const tag = ['@core/orders', '@core/market', '@core/devices', '@core/print', '@solutions/swam'];
const device = { en: 'WaterMeter DN20', ar: 'عداد المياه DN20' };
/** One meter of $128 and $25 of shipping, with 5 % of tax on both. */
const total = '$160.65';
const serials = { en: '70B3D5F00001', ar: '70B3D5F00002' };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: { width: 1440, height: 900 } });

  test('a water meter is found, ordered, paid, shipped, deployed and installed, and its first message is a live value', async ({
    page,
    text,
    signIn,
    another,
    request,
  }) => {
    const market = (key: string) => text('market', key);
    const t = (key: string) => text('orders', key);
    const buying = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((out, [name, value]) => out.replace(`{{${name}}}`, value), t(`buying.${key}`));
    const shows = async (of = page) => {
      await expectDirection(of, language);
      await expectAccessible(of);
    };
    const note = `Meter room, ${language}`;
    const serial = serials[language];

    // The buyer finds the meter and sends an order request.
    await signIn('other');
    await page.goto('/core/market/main/PureTrace');
    await page.getByRole('searchbox', { name: market('searchProducts') }).fill('DN20');
    await page.getByRole('button', { name: device[language], exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: market('configure') })
      .click();
    await page.waitForURL('**wizard=swam-hardware**');
    await page.getByRole('textbox', { name: market('quantity') }).fill('1');
    await page.getByRole('button', { name: text('platform', 'wizard.next') }).click();
    await page.waitForURL('**step=tokens**');
    await shows();
    await page.getByRole('button', { name: market('addToCart') }).click();
    await page.getByRole('link', { name: market('openCart') }).click();
    await expect(page.getByRole('article', { name: device[language] })).toContainText('$128.00');
    await expect(page.getByText(total)).toBeVisible();
    await page.getByLabel(buying('note')).fill(note);
    await shows();
    await page.getByRole('button', { name: buying('send') }).click();
    await page.waitForURL('**/core/market/my-orders');
    await expect(page.getByText(buying('requestNext')).first()).toBeVisible();

    // The seller checks it out.
    const headers = await headersOf(request, 'other');
    const { data } = await (await request.get('/api/order/intention?state=open', { headers })).json();
    const sent = (data as { uuid: string; note: string }[]).find((one) => one.note === note);
    const seller = await another();
    await signInAs(seller, text, 'super@rasid.test');
    await seller.goto(`/core/market/checkout?intention=${sent?.uuid}`);
    await seller.getByRole('radio', { name: t('values.method.card'), exact: true }).check();
    await seller.getByRole('button', { name: buying('place') }).click();
    await seller.waitForURL(/\/core\/orders\/\d+\/\d+$/);
    const [, orderId, companyId] = /(\d+)\/(\d+)$/.exec(new URL(seller.url()).pathname) ?? [];

    // The buyer pays by a card whose bank asks.
    await page.goto(`/core/market/my-orders/${orderId}`);
    await page.getByRole('button', { name: buying('payByCard') }).click();
    await page.getByRole('button', { name: /4000 0027 6000 3184/ }).click();
    await page.getByRole('button', { name: buying('payNow', { amount: total }) }).click();
    await page.waitForURL('**/bank');
    await page.getByRole('button', { name: buying('bank.approve') }).press('Enter');
    await page.waitForURL(/\/my-orders\/\d+$/);
    await expect(page.getByText(buying('return.paid.title'))).toBeVisible();
    await expect(page.getByText(t('values.status.confirmed')).first()).toBeVisible();
    await shows();

    // The seller sends the parcel and deploys the meter by its serial number.
    await seller.goto(`/core/orders/${orderId}/${companyId}?tab=shipping`);
    await seller.getByRole('main').locator('li input').fill('1');
    await seller.getByLabel(t('fields.carrier')).fill('Aramex');
    await seller.getByLabel(t('fields.tracking')).fill(`AX-77-${language}`);
    await seller.getByRole('button', { name: t('shipping.ship'), exact: true }).click();
    await expect(seller.getByText(t('values.fulfilment.shipped'))).toBeVisible();
    await seller.goto(`/core/orders/${orderId}/${companyId}?tab=deploy`);
    await expect(seller.getByRole('textbox', { name: t('deploy.scan') })).toBeFocused();
    await seller.keyboard.type(serial);
    await seller.keyboard.press('Enter');
    await expect(seller.getByText('1/1')).toBeVisible();
    await shows(seller);

    // The meter is in the inventory of the buyer, who installs it.
    const units = page.getByRole('table', { name: buying('units') });
    await expect(units).toContainText(serial);
    await shows();
    await units.getByRole('link', { name: buying('install') }).click();
    await page.waitForURL(`**/PureTrace/devices/inventory?search=${serial}`);
    await page
      .getByRole('link', { name: new RegExp(serial.slice(-4)) })
      .first()
      .click();
    await page.waitForURL(/\/devices\/meter\/\d+/);
    await page.getByRole('button', { name: text('devices', 'placing.install') }).click();
    await page.getByRole('combobox', { name: text('devices', 'columns.structure') }).click();
    await page.getByRole('option').first().click();
    await shows();
    await page.getByRole('button', { name: text('devices', 'placing.here') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Its first message is shown on the open page.
    const meter = await deviceOf(request, 'other', `search=${serial}`);
    await meter.publish({ volume: 12.345, flow: 4.2 });
    await expect(page.getByText(/12\.3/).first()).toBeVisible();
    await expect(page.getByText(text('devices', 'values.connection.online')).first()).toBeVisible();
    await meter.end();
    const stored = await (await request.get(`/api/swam/device/${meter.id}`, { headers })).json();
    expect(stored.data).toMatchObject({ state: 'installed', token: 'active', connection: 'online' });
    await shows();

    // The tax invoice in Arabic reads from the right, and contains what was bought.
    const bill = await request.get(`/api/company/${companyId}/order/${orderId}/bill?language=ar`, { headers });
    expect(bill.headers()['content-type']).toBe('application/pdf');
    const arabic = textsIn('ar');
    const lines = await pdfLines(new Uint8Array(await bill.body()));
    const title = lines.find((line) => holds(line, arabic('orders', 'bill.invoice')));
    expect(title?.middle ?? 0).toBeGreaterThan(0.5);
    expect(lines.some((line) => holds(line, device.ar))).toBe(true);
    expect(lines.some(({ text: printed }) => printed.includes('160.65'))).toBe(true);
  });
});

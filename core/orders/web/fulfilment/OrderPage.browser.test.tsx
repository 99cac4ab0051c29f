import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { orders } from '../../app.ts';
import type { OrderDetail, OrderLine } from '../../common/order.ts';
import type { ShippingBody } from '../../common/parcel.ts';
import { OrderPage } from './OrderPage.tsx';

const app = orders as unknown as AppManifest;
const qty = 5;
const line: OrderLine = {
  id: 51,
  path: '0.0',
  parent: null,
  productId: 801,
  sku: 'RS-TANK',
  kind: 'device',
  orderType: 'tried-hardware',
  app: 'tried',
  solutionId: 2,
  name: 'Tank sensor',
  qty,
  unit: 100,
  rateDiscount: 0,
  voucherDiscount: 0,
  net: 500,
  taxPercent: 5,
  tax: 25,
  included: false,
  hardwareId: 801,
  shippedQty: 0,
  deployedQty: 0,
  refundedQty: 0,
};
const nextAction = (action: 'ship' | 'deploy') => ({ action, by: 'Super Admin', enabled: true, why: null }) as const;
const at = '2026-03-01T08:00:00.000Z';
const paid: OrderDetail = {
  id: 5,
  uuid: '0d2f2f0e-5d0c-4a57-9a44-0a4c3c1b7f10',
  number: 'RS-2026-0005',
  companyId: 7,
  company: { id: 7, name: 'Qasr Retail' },
  status: 'confirmed',
  paymentStatus: 'paid',
  fulfilment: 'none',
  method: 'card',
  requiresShipping: true,
  subtotal: 500,
  discount: 0,
  shipping: 0,
  tax: 25,
  total: 525,
  currency: 'USD',
  voucher: null,
  poNumber: null,
  createdAt: at,
  version: 1,
  work: {
    toShip: qty,
    unshipped: qty,
    parcelsUnderWay: 0,
    pendingUnits: qty,
    errorUnits: 0,
    doneUnits: 0,
    refundable: 525,
  },
  nextActions: [nextAction('ship'), nextAction('deploy')],
  lines: [line],
  units: Array.from({ length: qty }, (_, n) => ({
    id: 61 + n,
    lineId: line.id,
    n: n + 1,
    state: 'pending',
    serial: null,
    deviceId: null,
    tokenId: null,
    error: null,
    months: 12,
  })),
  parcels: [],
  address: { recipient: 'Khalid', phone: '+971501234567', area: 'Al Quoz' },
  billing: {},
  note: '',
  cancelReason: null,
  steps: [],
};

/** The order after another parcel. */
function shipped(order: OrderDetail, body: ShippingBody): OrderDetail {
  if (body.action !== 'ship') throw new Error(`The test sends parcels only, not ${body.action}`);
  const shippedQty = order.lines.reduce((sum, one) => sum + one.shippedQty, 0) + (body.lines[0]?.qty ?? 0);
  const { carrier, tracking, note, lines } = body;
  const n = order.parcels.length + 1;
  const parcel = {
    id: n,
    n,
    carrier,
    tracking,
    note,
    lines,
    link: null,
    shippedAt: at,
    deliveredAt: null,
    returnedAt: null,
  };
  return {
    ...order,
    version: order.version + 1,
    lines: [{ ...line, shippedQty }],
    parcels: [...order.parcels, parcel],
    fulfilment: shippedQty < qty ? 'partially-shipped' : 'shipped',
    nextActions: shippedQty < qty ? order.nextActions : [nextAction('deploy')],
  };
}

/** The order after devices were created from serial numbers. */
function deployed(order: OrderDetail, sent: readonly { unitId: number; serial: string }[]): OrderDetail {
  const units = order.units.map((unit) => {
    const serial = sent.find(({ unitId }) => unitId === unit.id)?.serial;
    return serial === undefined ? unit : { ...unit, serial, state: 'done' as const, deviceId: unit.id };
  });
  const isDone = units.every(({ state }) => state === 'done');
  const step = {
    id: 1,
    at,
    step: 'deploy',
    before: 'confirmed',
    after: 'deployed',
    detail: {},
    person: null,
    impersonatedBy: null,
  };
  return isDone ? { ...order, units, status: 'deployed', steps: [step], nextActions: [] } : { ...order, units };
}

function server(): readonly Sent[] {
  let order = paid;
  return testServer({
    'GET /company/7/order/5': () => order,
    'PATCH /order/5/shipping': ({ body }) => {
      order = shipped(order, body as ShippingBody);
      return order;
    },
    'POST /order/5/deploy': ({ body }) => {
      const { units } = body as { units: { unitId: number; serial: string }[] };
      order = deployed(order, units);
      return order.units
        .filter(({ id }) => units.some(({ unitId }) => unitId === id))
        .map((unit) => ({ ...unit, unitId: unit.id }));
    },
  });
}

const t = (key: string, values?: Record<string, unknown>) => text('orders', key, values);
const open = (language: Language, query = '') =>
  showPages(
    language,
    app,
    { 'orders/{orderId}/{customerId}': <OrderPage /> },
    { at: `/core/orders/5/7${query}`, texts: ['orders', 'devices', 'market', 'print'] },
  );
const input = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The page is accessible and fits a desktop and a phone. */
async function fitsScreens(): Promise<void> {
  for (const width of [390, 1200]) {
    await page.viewport(width, 844);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
}

beforeEach(() => sessionStore.set(permitted()));

describe.each(languages)('an order of the seller in %s', (language) => {
  test('is sent in two parcels', async () => {
    const sent = server();
    await open(language);
    await expect.element(page.getByRole('table', { name: t('tabs.lines') })).toBeVisible();
    await button(t('nextAction.ship')).click();
    for (const [pieces, state] of [
      [2, 'partially-shipped'],
      [3, 'shipped'],
    ] as const) {
      await input(t('shipping.piecesOf', { name: line.name })).fill(String(pieces));
      await input(t('fields.carrier')).fill('Aramex');
      await input(t('fields.tracking')).fill(`AX-100${pieces}`);
      await button(t('shipping.ship')).click();
      await expect.element(page.getByText(t(`values.fulfilment.${state}`), { exact: true })).toBeVisible();
      await expect.element(page.getByText(`AX-100${pieces}`)).toBeVisible();
    }
    // Nothing is left to send.
    await expect.element(button(t('shipping.ship'))).not.toBeInTheDocument();
    await fitsScreens();
    expect(bodiesOf(sent, 'PATCH', '/order/5/shipping')).toEqual(
      [2, 3].map((pieces) => ({
        action: 'ship',
        lines: [{ lineId: line.id, qty: pieces }],
        carrier: 'Aramex',
        tracking: `AX-100${pieces}`,
        link: '',
        note: '',
      })),
    );
  });

  test('is deployed with only the keyboard, also by a label with an address', async () => {
    const sent = server();
    await open(language, '?tab=deploy');
    await expect.element(input(t('deploy.scan'))).toHaveFocus();
    const scan = async (code: string) => {
      await userEvent.keyboard(code);
      await userEvent.keyboard('{Enter}');
    };
    const serial = (n: number) => `70B3D5E000${n}${n}`;
    await scan('no serial');
    await expect.element(page.getByText(t('unitError.invalidSerial'))).toBeVisible();
    for (const n of [1, 2, 3, 4]) {
      await scan(serial(n));
      await expect.element(page.getByText(`${n}/5`)).toBeVisible();
    }
    // The serial number of a device of the order is not sent again.
    await scan(serial(1));
    await expect.element(page.getByText(t('assignment.known'))).toBeVisible();
    await fitsScreens();
    const label = `https://maker.example/d?serial=${serial(5)}`;
    await scan(label);
    await expect.element(page.getByText('5/5')).toBeVisible();
    await expect.element(page.getByText(t('values.status.deployed')).first()).toBeVisible();
    await expect.element(input(t('deploy.scan'))).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/order/5/deploy')).toEqual(
      [serial(1), serial(2), serial(3), serial(4), label].map((code, n) => ({
        units: [{ unitId: 61 + n, serial: code, name: null }],
      })),
    );
    await page.getByRole('tab', { name: t('tabs.timeline') }).click();
    await expect.element(page.getByText(t('steps.deploy'))).toBeVisible();
    await expectAccessible();
  });
});

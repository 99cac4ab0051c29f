import { sql } from 'kysely';
import type { CartEntry } from '#core/market/common/cart.ts';
import { pricedOf } from '#core/market/common/cart.ts';
import { priceOrders } from '#core/market/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { setClock } from '#platform/server/clock.ts';
import { GeneratedFile } from '#platform/server/files/files.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import { deploymentRoutes } from '../../common/deployment.ts';
import { intentionRoutes } from '../../common/intention.ts';
import { type OrderDetail, orderRoutes } from '../../common/order.ts';
import { paymentRoutes } from '../../common/payment.ts';
import { sandboxRoutes } from '../../common/sandbox.ts';
import { shippingRoutes } from '../../common/shipping.ts';
import { deploymentHandlers } from '../fulfilment/deployment.ts';
import { shippingHandlers } from '../fulfilment/shipping.ts';
import { orderById, orderHandlers } from '../orders.ts';
import { paymentHandlers, sandboxHandlers } from '../payments/handlers.ts';
import { intentionHandlers } from '../requests/intentions.ts';
import type { BuyerName, demoCallers } from './callers.ts';

type People = Awaited<ReturnType<typeof demoCallers>>;
type Method = 'card' | 'transfer' | 'purchase-order';
type Asked = { method?: Method; voucher?: string; note?: string; intention?: string };
type Addresses = Record<BuyerName, number>;
export type DemoOrder = { id: number; buyer: BuyerName };

const goodCard = '4242424242424242';
export const declinedCard = '4000000000000002';
const proof = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 80]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
const proofFile = () => new GeneratedFile([proof], 'purchase-order.pdf', { type: 'application/pdf' });

/** The steps of demo orders: each is a call that a person of the demo makes. */
export class DemoShop {
  private readonly kit: Kit;
  private readonly people: People;
  private readonly addresses: Addresses;

  constructor(kit: Kit, people: People, addresses: Addresses) {
    this.kit = kit;
    this.people = people;
    this.addresses = addresses;
  }

  /** The following steps are dated this many days ago, in the morning in Dubai. */
  on(daysAgo: number): this {
    const day = new Date(Date.now() - daysAgo * dayMs);
    day.setUTCHours(6, (daysAgo * 7) % 60);
    setClock(day);
    return this;
  }

  private detail({ id }: DemoOrder): Promise<OrderDetail> {
    return inSystem(this.kit.db, (tx) => orderById({ tx, kit: this.kit, locale: 'en' }, id));
  }

  /** An order request of a buyer. Resolves with its uuid. */
  async request(name: BuyerName, orders: CartEntry[], { method = 'card', note = '' }: Asked = {}): Promise<string> {
    const { companyId, call } = this.people.buyers[name];
    const body = { orders, method, note, addressId: this.addresses[name] };
    const { uuid } = await call(intentionRoutes.create, intentionHandlers.create, { params: { companyId }, body });
    return uuid;
  }

  async decline(uuid: string, reason: string): Promise<void> {
    const body = { action: 'decline', reason };
    await this.people.seller(intentionRoutes.change, intentionHandlers.change, { params: { uuid }, body });
  }

  async place(name: BuyerName, entries: CartEntry[], asked: Asked = {}): Promise<DemoOrder> {
    const { kit } = this;
    const { companyId } = this.people.buyers[name];
    const { orders } = pricedOf(entries);
    const [addressId, voucher] = [this.addresses[name], asked.voucher ?? null];
    const pricing = { scope: systemScope, companyId, addressId, countryId: null, voucher, locale: 'en' } as const;
    const { quote } = await inSystem(kit.db, (tx) => priceOrders(tx, kit, { orders, targets: [] }, pricing));
    const body = { method: 'card', ...asked, orders, hash: quote.hash, addressId };
    const { id } = await this.people.seller(orderRoutes.submit, orderHandlers.submit, { params: { companyId }, body });
    return { id, buyer: name };
  }

  async payByCard(order: DemoOrder, card = goodCard): Promise<void> {
    const { call } = this.people.buyers[order.buyer];
    const body = { orderId: order.id };
    const { clientSecret } = await call(paymentRoutes.start, paymentHandlers.start, { body });
    await call(sandboxRoutes.confirm, sandboxHandlers.confirm, { body: { clientSecret, card } });
  }

  /** The buyer announces a transfer, or sends a purchase order. */
  async payOffline({ id, buyer }: DemoOrder, method: 'transfer' | 'purchase-order', poNumber?: string): Promise<void> {
    const { companyId, call } = this.people.buyers[buyer];
    const body = { method, proof: proofFile(), ...(poNumber ? { poNumber } : {}) };
    await call(paymentRoutes.choose, paymentHandlers.choose, { params: { companyId, id }, body });
  }

  /** A decision of the platform's finance about the latest payment of an order. */
  async decide({ id }: DemoOrder, decision: object): Promise<void> {
    const found = await inSystem(this.kit.db, (tx) =>
      sql<{ id: number; amount: number }>`
        SELECT id, amount / 100.0 AS amount FROM payment WHERE order_id = ${id} ORDER BY id DESC LIMIT 1`.execute(tx),
    );
    const [payment] = found.rows;
    const body = { paymentId: payment?.id, amount: payment?.amount, ...decision };
    await this.people.finance(paymentRoutes.decide, paymentHandlers.decide, { params: { id }, body });
  }

  /** Sends `pieces` of the remaining ones, by default all. */
  async ship(order: DemoOrder, carrier: string, tracking: string, pieces = Number.POSITIVE_INFINITY): Promise<void> {
    const { lines } = await this.detail(order);
    let left = pieces;
    const sent = lines
      .filter(({ kind }) => kind === 'device' || kind === 'shelter')
      .map(({ id: lineId, qty, shippedQty }) => {
        const taken = Math.min(qty - shippedQty, left);
        left -= taken;
        return { lineId, qty: taken };
      });
    await this.shipping(order, { action: 'ship', lines: sent.filter(({ qty }) => qty > 0), carrier, tracking });
  }

  async shipping({ id }: DemoOrder, body: object): Promise<void> {
    await this.people.seller(shippingRoutes.change, shippingHandlers.change, { params: { id }, body });
  }

  async takeBack(order: DemoOrder): Promise<void> {
    const { parcels } = await this.detail(order);
    for (const { id } of parcels) await this.shipping(order, { action: 'return', shipmentId: id });
  }

  /** Makes the devices of as many units as there are serial numbers. */
  async deploy(order: DemoOrder, serials: readonly string[]): Promise<void> {
    const open = (await this.detail(order)).units.filter(({ state }) => state === 'pending');
    const units = serials.map((serial, at) => ({ unitId: open[at]?.id, serial }));
    const params = { id: order.id };
    await this.people.seller(deploymentRoutes.deploy, deploymentHandlers.deploy, { params, body: { units } });
  }

  async cancel(order: DemoOrder, reason: string): Promise<void> {
    const { version } = await this.detail(order);
    const body = { action: 'cancel', reason, version };
    await this.people.seller(orderRoutes.change, orderHandlers.change, { params: { id: order.id }, body });
  }
}

import { countriesWithCodes } from '#core/countries/server/api.ts';
import type { CartEntry } from '#core/market/common/cart.ts';
import { discountRoutes } from '#core/market/common/discount.ts';
import { quoteRequestRoutes } from '#core/market/common/quote-request.ts';
import { discountHandlers, productIds, quoteRequestHandlers } from '#core/market/server/api.ts';
import { present, setClock } from '#platform/server/clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { paymentRoutes } from '../../common/payment.ts';
import { cardProvider } from '../payments/card-provider.ts';
import { paymentHandlers } from '../payments/handlers.ts';
import { addAddresses } from './addresses.ts';
import { demoCallers } from './callers.ts';
import { DemoShop, declinedCard } from './shop.ts';

type People = Awaited<ReturnType<typeof demoCallers>>;
type Model = { id: number; solution: number };

/** The products that the companies of the demo order: models without required options, and a subscription. */
export type DemoGoods = {
  app: string;
  hardwareType: string;
  meter: Model;
  tank: Model;
  leak: Model;
  tokensType: string;
  token: string;
  /** The first digits of the serial numbers; four more follow. */
  serials: string;
};

async function addVouchers({ seller }: People): Promise<void> {
  const vouchers = [
    {
      code: 'WELCOME10',
      kind: 'percentage',
      percent: 10,
      oncePerCompany: true,
      noteEn: 'Ten percent of the first order',
      noteAr: 'عشرة بالمئة على الطلب الأول',
    },
    {
      code: 'METERS50',
      kind: 'fixed',
      amount: 50,
      minimum: 500,
      noteEn: '$50 off orders of $500 and more',
      noteAr: 'خصم 50 دولارًا على الطلبات من 500 دولار فأكثر',
    },
    {
      code: 'USEDUP',
      kind: 'percentage',
      percent: 5,
      usageLimit: 1,
      noteEn: 'Five percent, for one order',
      noteAr: 'خمسة بالمئة لطلب واحد',
    },
  ];
  for (const body of vouchers) await seller(discountRoutes.create, discountHandlers.create, { body });
}

async function addQuoteRequests(kit: Kit, { seller }: People, productId: number): Promise<void> {
  const countries = await inSystem(kit.db, (tx) => countriesWithCodes(tx, ['AE', 'SA']));
  const requests = [
    {
      lines: [{ productId, quantity: 120 }],
      name: 'Rania Aziz',
      email: 'rania@horizon.test',
      phone: '+971551234567',
      company: 'Horizon Towers',
      countryId: countries.get('AE'),
      message: 'Please quote for two towers, delivered in March.',
    },
    {
      lines: [{ productId, quantity: 40 }],
      name: 'سعود المطيري',
      email: 'saud@nakheel.test',
      phone: '+966551234567',
      company: 'مجمع النخيل السكني',
      countryId: countries.get('SA'),
      message: 'نرغب في عرض سعر يشمل التركيب والتشغيل.',
    },
  ];
  for (const body of requests) await seller(quoteRequestRoutes.ask, quoteRequestHandlers.ask, { body });
}

/**
 * Twelve orders of the last sixty days in all states with their payments, parcels, devices and bills, and order requests,
 * vouchers and quote requests. Each step is a call of the product, made by a person of the demo on its day.
 */
export async function ordersDemo(kit: Kit, goods: DemoGoods): Promise<void> {
  if (cardProvider(kit)?.name !== 'sandbox') return;
  const people = await demoCallers(kit);
  const tokenId = (await inSystem(kit.db, (tx) => productIds(tx, [goods.token])))[0] as number;
  await addVouchers(people);
  await addQuoteRequests(kit, people, tokenId);
  const shop = new DemoShop(kit, people, await addAddresses(kit, people));
  const devices = (model: Model, qty: number): CartEntry => ({
    app: goods.app,
    solutionId: model.solution,
    type: goods.hardwareType,
    details: { hardwareId: model.id, packageId: null },
    subOrders: [{ hardwareId: model.id, qty, items: [] }],
  });
  const tokens = (qty: number): CartEntry => ({
    app: goods.app,
    solutionId: null,
    type: goods.tokensType,
    details: { hardwareId: null, packageId: tokenId },
    subOrders: [{ hardwareId: null, qty, items: [{ id: tokenId, type: 'tokenPackage', qty: 1 }] }],
  });
  let last = 0;
  const serials = (count: number) =>
    Array.from({ length: count }, () => `${goods.serials}${(++last).toString(16).toUpperCase().padStart(4, '0')}`);
  try {
    await addRequests(shop, goods, devices);
    await addOrders(shop, people, goods, { devices, tokens, serials });
  } finally {
    setClock(null);
  }
}

type Making = {
  devices: (model: Model, qty: number) => CartEntry;
  tokens: (qty: number) => CartEntry;
  serials: (count: number) => string[];
};

async function addOrders(
  shop: DemoShop,
  people: People,
  goods: DemoGoods,
  { devices, tokens, serials }: Making,
): Promise<void> {
  const { meter, leak } = goods;
  const transferred = (reference: string) => ({
    action: 'confirm',
    reference,
    valueDate: present().toISOString().slice(0, 10),
  });

  shop.on(58);
  const completed = await shop.place('qasr', [devices(meter, 4)], { voucher: 'WELCOME10' });
  const made = serials(4);
  await shop.payByCard(completed);
  await shop.on(55).deploy(completed, made);
  await shop.on(54).ship(completed, 'Aramex', 'AX-48210077');
  await shop.on(51).shipping(completed, { action: 'deliver' });

  shop.on(50);
  await shop.payByCard(await shop.place('sahel', [tokens(10)], { voucher: 'USEDUP' }));

  const saudi = await shop.on(47).place('wadi', [devices(meter, 6), devices(leak, 2)], {
    method: 'transfer',
    voucher: 'METERS50',
  });
  await shop.on(46).payOffline(saudi, 'transfer');
  await shop.on(44).decide(saudi, transferred('SA-2201-7745'));
  await shop.on(41).deploy(saudi, serials(8));
  await shop.on(40).ship(saudi, 'SMSA', 'SM-9920134');
  await shop.on(36).shipping(saudi, { action: 'deliver' });

  const cancelled = await shop.on(35).place('sahel', [devices(meter, 2)]);
  await shop.on(34).cancel(cancelled, 'The buyer has moved the project to next year.');

  const refunded = await shop.on(33).place('gulfcare', [devices(leak, 2)], { method: 'transfer' });
  await shop.on(32).payOffline(refunded, 'transfer');
  await shop.on(30).decide(refunded, transferred('AE-7781-0034'));
  await shop.on(28).ship(refunded, 'DHL', 'JD014600003377');
  await shop.on(23).takeBack(refunded);
  shop.on(22);
  await shop.decide(refunded, {
    ...transferred('AE-7781-0041'),
    action: 'refund',
    reason: 'Ordered for another building; the parcel came back unopened.',
  });
  await addRecentOrders(shop, people, goods, { devices, tokens, serials }, made[0] as string);
}

/** Orders that are still under way. `taken` is a serial number of a device that exists. */
async function addRecentOrders(
  shop: DemoShop,
  people: People,
  { meter, tank, leak }: DemoGoods,
  { devices, serials }: Making,
  taken: string,
): Promise<void> {
  const withErrors = await shop.on(19).place('qasr', [devices(tank, 6)]);
  await shop.payByCard(withErrors);
  await shop.on(15).deploy(withErrors, [...serials(3), 'LABEL TORN', taken]);
  await shop.on(14).ship(withErrors, 'Aramex', 'AX-48210391');

  const deployed = await shop.on(12).place('sahel', [devices(leak, 3)]);
  await shop.payByCard(deployed);
  await shop.on(10).deploy(deployed, serials(3));
  await shop.on(9).ship(deployed, 'Aramex', 'AX-48210402');

  const partlyShipped = await shop.on(8).place('gulfcare', [devices(tank, 5)]);
  await shop.payByCard(partlyShipped);
  await shop.on(6).ship(partlyShipped, 'DHL', 'JD014600003241', 2);

  await people.finance(paymentRoutes.setCredit, paymentHandlers.setCredit, {
    params: { companyId: people.buyers.gulfcare.companyId },
    body: { creditDays: 30 },
  });
  const onCredit = await shop.on(5).place('gulfcare', [devices(meter, 8)], { method: 'purchase-order' });
  await shop.payOffline(onCredit, 'purchase-order', 'PO-2026-118');
  await shop.on(4).decide(onCredit, { action: 'approve', amount: null });

  // Unpaid orders end by themselves after two weeks.
  await shop.payByCard(await shop.place('qasr', [devices(leak, 1)]), declinedCard);
  const transfer = await shop.on(3).place('sahel', [devices(tank, 2)], { method: 'transfer' });
  await shop.on(2).payOffline(transfer, 'transfer');
  const requested = [devices(meter, 3)];
  const intention = await shop.request('qasr', requested, { note: 'For the branch in Jumeirah.' });
  await shop.on(1).place('qasr', requested, { intention });
}

async function addRequests(shop: DemoShop, { meter, tank }: DemoGoods, devices: Making['devices']): Promise<void> {
  const replaced = await shop.on(9).request('qasr', [devices(tank, 1)]);
  await shop.on(7).decline(replaced, 'This model is replaced in January. Please wait for the new one.');
  await shop.on(2).request('sahel', [devices(tank, 4)], {
    method: 'transfer',
    note: 'نرجو التسليم إلى مستودع صحار قبل نهاية الشهر.',
  });
  await shop.on(1).request('gulfcare', [devices(meter, 12)], { note: 'Please send them in one parcel.' });
}

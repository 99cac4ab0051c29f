import { randomUUID } from 'node:crypto';
import type { BenchUser } from '../fixtures/fixtures.ts';

/** What one order of a shop took, in ms: until it is placed, and until it is paid. */
export type OrderTimes = { submitMs: number; paidMs: number };
/** Places and pays one order of 20 lines. */
export type BuyerRun = (n: number) => Promise<OrderTimes>;
export type OrderBody = { orders: object[]; addressId: number };

async function answer<T>(url: string, init: RequestInit): Promise<{ data: T; headers: Headers }> {
  const reply = await fetch(url, init);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 500)}`);
  const { data, errors } = JSON.parse(text) as { data: T; errors?: unknown };
  if (errors) throw new Error(`${url}: ${JSON.stringify(errors).slice(0, 500)}`);
  return { data, headers: reply.headers };
}

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Rasid: a Super Admin submits what was priced before, and the buyer pays by the sandbox. */
export async function productBuyer(
  port: number,
  { seller, buyer, companyId }: { seller: BenchUser; buyer: BenchUser; companyId: number },
  body: OrderBody,
  { pay = true } = {},
): Promise<BuyerRun> {
  const base = `http://127.0.0.1:${port}/api`;
  // Each order comes from an address of its own, because some calls are limited by address.
  const headersFor = (n: number, token = '') => ({
    'content-type': 'application/json',
    'x-forwarded-for': addressOf(n),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });
  const post = async <T>(path: string, headers: Record<string, string>, sent: object): Promise<T> =>
    (await answer<T>(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })).data;
  const signIn = async ({ email, password }: BenchUser) =>
    (await post<{ token: string }>('/auth/login', headersFor(companyId), { email, password })).token;
  const [sellerToken, buyerToken] = [await signIn(seller), await signIn(buyer)];
  const orderPath = `/company/${companyId}/order`;
  const { hash } = await post<{ hash: string }>(
    `${orderPath}/validate?addressId=${body.addressId}`,
    headersFor(companyId, sellerToken),
    { orders: body.orders },
  );
  return async (n) => {
    const startedAt = performance.now();
    const key = { 'idempotency-key': randomUUID() };
    const order = await post<{ id: number }>(
      orderPath,
      { ...headersFor(n, sellerToken), ...key },
      { ...body, hash, method: 'card' },
    );
    const submitMs = performance.now() - startedAt;
    if (!pay) return { submitMs, paidMs: submitMs };
    const { clientSecret } = await post<{ clientSecret: string }>('/payment', headersFor(n, buyerToken), {
      orderId: order.id,
    });
    await post('/payment/sandbox/confirm', headersFor(n), { clientSecret, card: '4242424242424242' });
    return { submitMs, paidMs: performance.now() - startedAt };
  };
}

const operations = {
  add: `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename ... on ErrorResult { message } } }`,
  customer: `mutation ($email: String!) { setCustomerForOrder(input: { emailAddress: $email, firstName: "A", lastName: "B" }) { __typename ... on ErrorResult { message } } }`,
  address: `mutation { setOrderShippingAddress(input: { fullName: "A B", streetLine1: "Al Wasl Road", city: "Dubai", countryCode: "AE" }) { __typename ... on ErrorResult { message } } }`,
  methods: `{ eligibleShippingMethods { id } }`,
  shipping: `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ... on ErrorResult { message } } }`,
  arrange: `mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ... on ErrorResult { message } } }`,
  pay: `mutation { addPaymentToOrder(input: { method: "dummy", metadata: {} }) { __typename ... on ErrorResult { message } } }`,
} as const;

/** Vendure: a guest adds 20 lines, sets address and shipping, goes to the payment and pays. */
export function peerBuyer(port: number): BuyerRun {
  return async (n) => {
    let token = '';
    const send = async (operation: keyof typeof operations, variables: object = {}) => {
      const { data, headers } = await answer<Record<string, unknown>>(`http://127.0.0.1:${port}/shop-api`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'vendure-token': 'e2e-default-channel',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ query: operations[operation], variables }),
      });
      token = headers.get('vendure-auth-token') ?? token;
      const [result] = Object.values(data) as [{ __typename?: string; message?: string }];
      if (result.message) throw new Error(`${operation}: ${result.message}`);
      return result;
    };
    const startedAt = performance.now();
    for (let line = 0; line < 20; line++) await send('add', { id: String(((n * 20 + line) % 60) + 1) });
    await send('customer', { email: `buyer-${n}@bench.test` });
    await send('address');
    const [method] = (await send('methods')) as unknown as [{ id: string }];
    await send('shipping', { id: [method.id] });
    const submittedAt = performance.now();
    await send('arrange');
    const submitMs = performance.now() - submittedAt;
    await send('pay');
    return { submitMs, paidMs: performance.now() - startedAt };
  };
}

export type Round = { orders: number; seconds: number; submitMs: number[]; paidMs: number[] };

/** Runs all clients for this long, and finishes orders that were begun. */
export async function runRound(buyers: readonly BuyerRun[], seconds: number, next: () => number): Promise<Round> {
  const startedAt = performance.now();
  const round: Round = { orders: 0, seconds: 0, submitMs: [], paidMs: [] };
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() - startedAt < seconds * 1000) {
        const { submitMs, paidMs } = await buyer(next());
        round.submitMs.push(submitMs);
        round.paidMs.push(paidMs);
        round.orders += 1;
      }
    }),
  );
  round.seconds = (performance.now() - startedAt) / 1000;
  return round;
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';
import type { TestPerson } from '#main/testing.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

const open = (person: TestPerson, orderId: number, body: object = {}) =>
  person.call('POST', '/support/ticket', {
    body: { subject: 'A parcel is missing', category: 'order', text: 'One of two came.', orderId, ...body },
  });

test('a ticket names an order of its company, and the seller finds the tickets of an order', async () => {
  const order = await t.place();
  const opened = await open(t.buyer, order.id);
  expect(opened.body.data).toMatchObject({ order: { id: order.id, number: order.number }, side: 'customer' });
  const found = await t.seller.call('GET', `/support/ticket?orderId=${order.id}`);
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([opened.body.data.id]);
  const ofSeller = await open(t.seller, order.id, { companyId: t.company });
  expect(ofSeller.body.data.order).toEqual({ id: order.id, number: order.number });
});

test('a ticket cannot name an order that is unknown or of another company', async () => {
  const order = await t.place();
  const other = await t.app.signIn('customer@rasid.test');
  for (const [person, id] of [
    [other, order.id],
    [t.buyer, 999_999],
  ] as const)
    expect((await open(person, id)).body.errors).toMatchObject([{ param: 'orderId' }]);
});

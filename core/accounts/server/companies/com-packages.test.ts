import { describe, expect, test } from 'vitest';
import { customer, ids, integrator, refused, withCompanies } from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

withCompanies();

describe('communication packages', () => {
  const balances = async (who: TestPerson, id: number) =>
    (await who.call('GET', `/company/${id}/com-package`)).body.data as {
      id: number;
      kind: string;
      remaining: number;
      total: number;
    }[];
  const transfer = (who: TestPerson, id: number, body: object) =>
    who.call('PATCH', `/company/${id}/com-package`, { body });

  test('are passed on to a client, who has them in addition', async () => {
    const sms = (await balances(integrator, ids.najm)).find((one) => one.kind === 'sms');
    const reply = await transfer(integrator, ids.najm, { packageId: sms?.id, companyId: ids.reem, units: 200 });
    expect(reply.body.data.find((one: { kind: string }) => one.kind === 'sms')).toMatchObject({
      total: 4800,
      remaining: 4000,
    });
    expect((await balances(customer, ids.reem))[0]).toMatchObject({ total: 700, remaining: 332 });
  });
  test('are passed on once by a call that is repeated because its answer was lost', async () => {
    const texts = async () => (await balances(integrator, ids.najm)).find(({ kind }) => kind === 'sms');
    const before = await texts();
    const body = { packageId: before?.id, companyId: ids.reem, units: 1 };
    const send = () =>
      integrator.call('PATCH', `/company/${ids.najm}/com-package`, {
        body,
        headers: { 'idempotency-key': 'one-transfer' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body.data).toEqual(first.body.data);
    expect((await texts())?.remaining).toBe((before?.remaining ?? 0) - 1);
  });
  test('cannot be passed on beyond the remaining number', async () => {
    const [calling] = await balances(integrator, ids.najm);
    expect(
      refused(await transfer(integrator, ids.najm, { packageId: calling?.id, companyId: ids.reem, units: 601 })),
    ).toEqual([409, 'too-few-units']);
  });
  test('are not passed on to companies that are not clients, to oneself, or from another company', async () => {
    const [mine] = await balances(integrator, ids.najm);
    const packageId = mine?.id;
    expect(refused(await transfer(integrator, ids.najm, { packageId, companyId: ids.qasr, units: 1 }))).toEqual([
      422,
      'not-a-client',
    ]);
    expect(refused(await transfer(integrator, ids.najm, { packageId, companyId: ids.najm, units: 1 }))).toEqual([
      422,
      'same-company',
    ]);
    const [theirs] = await balances(customer, ids.reem);
    expect(
      (await transfer(integrator, ids.najm, { packageId: theirs?.id, companyId: ids.wadi, units: 1 })).status,
    ).toBe(404);
  });
  test.each([0, -5, 1.5])('of %d units are not a transfer', async (units) => {
    expect((await transfer(integrator, ids.najm, { packageId: 1, companyId: ids.reem, units })).status).toBe(418);
  });
  test('are never passed on twice by two transfers at once', async () => {
    const [calling] = await balances(integrator, ids.najm);
    const body = { packageId: calling?.id, companyId: ids.wadi, units: 600 };
    const replies = await Promise.all([transfer(integrator, ids.najm, body), transfer(integrator, ids.najm, body)]);
    expect(replies.map((one) => one.status).sort()).toEqual([200, 409]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  app,
  engaged,
  fmc,
  ids,
  integrator,
  refused,
  sahel,
  send,
  soon,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';

withCompanies();
withoutRequests();

describe('sending a request', () => {
  test('to the sender’s own company is refused', async () => {
    expect(refused(await send(fmc, ids.gulfcare, { type: 'ClientEngagement', destinationId: ids.gulfcare }))).toEqual([
      422,
      'own-company',
    ]);
  });
  test('to a company that does not exist is refused under its field', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: 999_999 })).body.errors).toEqual([
      { param: 'destinationId', msg: 'notFound' },
    ]);
  });
  test('without company and address is refused under the field', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement' })).body.errors).toEqual([
      { param: 'destinationId', msg: 'Required' },
    ]);
  });
  test('for clients is for providers', async () => {
    expect(refused(await send(sahel, ids.sahel, { type: 'ClientEngagement', destinationId: ids.qasr }))).toEqual([
      422,
      'request-not-allowed',
    ]);
  });
  test('to a kind that the caller may not choose is refused', async () => {
    expect(refused(await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.najm }))).toEqual([
      422,
      'kind-not-allowed',
    ]);
    expect(refused(await send(integrator, ids.najm, { type: 'ProviderEngagement', destinationId: ids.aman }))).toEqual([
      422,
      'kind-not-allowed',
    ]);
  });
  test('a second time while the first is pending is refused, from either side', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.gulfcare })).status).toBe(
      201,
    );
    expect(refused(await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.gulfcare }))).toEqual([
      409,
      'already-requested',
    ]);
  });
  test('for an existing engagement is refused', async () => {
    await engaged();
    expect(refused(await send(integrator, ids.najm, { type: 'ClientEngagement', destinationId: ids.sahel }))).toEqual([
      409,
      'already-engaged',
    ]);
  });
  test.each(['RenewContract', 'CancelContract', 'Device'])('of type %s needs a relation', async (type) => {
    expect(refused(await send(sahel, ids.sahel, { type, destinationId: ids.najm, contractTo: soon(9) }))).toEqual([
      409,
      'no-relation',
    ]);
  });
  test('for a contract that ends before it begins is refused under the field', async () => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationId: ids.sahel,
      contractFrom: soon(9),
      contractTo: soon(8),
    });
    expect(reply.body.errors).toEqual([{ param: 'contractTo', msg: 'contractOrder' }]);
  });
  test('for a contract that has ended is refused under the field', async () => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationId: ids.sahel,
      contractTo: soon(-1),
    });
    expect(reply.body.errors).toEqual([{ param: 'contractTo', msg: 'inThePast' }]);
  });
  test('to renew needs the new end', async () => {
    expect((await send(integrator, ids.najm, { type: 'RenewContract', destinationId: ids.reem })).body.errors).toEqual([
      { param: 'contractTo', msg: 'Required' },
    ]);
  });
  test('needs an administrator', async () => {
    const operator = await app.signIn('operator@rasid.test');
    expect(
      refused(await send(operator, ids.reem, { type: 'ProviderEngagement', destinationId: ids.gulfcare })),
    ).toEqual([403, 'no-permission']);
  });
});

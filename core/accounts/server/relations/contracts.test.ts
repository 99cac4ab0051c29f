import { describe, expect, test } from 'vitest';
import {
  actsFor,
  engaged,
  fmc,
  ids,
  integrator,
  offer,
  refused,
  sahel,
  send,
  soon,
  take,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';

withCompanies();
withoutRequests();

describe('an engaged relation', () => {
  test.each(['provider', 'client'] as const)('is ended by its %s', async (side) => {
    const id = await engaged();
    const [who, company] = side === 'provider' ? ([integrator, ids.najm] as const) : ([sahel, ids.sahel] as const);
    expect((await take(who, company, id, 'disengage')).body.data).toMatchObject({ status: 'disengaged', allowed: [] });
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
    expect(refused(await take(who, company, id, 'disengage'))).toEqual([409, 'step-not-possible']);
  });

  test('can be made again after it ended', async () => {
    await take(sahel, ids.sahel, await engaged(), 'disengage');
    await engaged();
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
  });

  test('gives its provider the abilities that the client named, not more', async () => {
    const id = await offer();
    const abilities = ['structure.structure.read'];
    expect(
      (await take(sahel, ids.sahel, id, 'engage', { contractAbilities: abilities })).body.data.contractAbilities,
    ).toEqual(abilities);
    const headers = { 'customer-id': String(ids.sahel) };
    expect((await integrator.call('GET', `/company/${ids.sahel}/structure`, { headers })).status).toBe(200);
    expect((await integrator.call('GET', `/company/${ids.sahel}/user`, { headers })).status).toBe(403);
  });

  test('has terms that only the client sets', async () => {
    const asked = await send(sahel, ids.sahel, {
      type: 'ProviderEngagement',
      destinationId: ids.gulfcare,
      contractAbilities: ['structure.structure.read'],
    });
    const { id } = asked.body.data;
    expect(refused(await take(fmc, ids.gulfcare, id, 'engage', { contractAbilities: null }))).toEqual([
      422,
      'terms-are-the-clients',
    ]);
    expect((await take(fmc, ids.gulfcare, id, 'engage')).status).toBe(200);
    expect(refused(await take(fmc, ids.gulfcare, id, 'contract', { contractTo: soon(900) }))).toEqual([
      403,
      'terms-are-the-clients',
    ]);
    expect((await take(sahel, ids.sahel, id, 'contract', { contractTo: soon(90) })).status).toBe(200);
  });

  test('that is suspended stops the provider, and only the side that suspended it can resume it', async () => {
    const id = await engaged();
    expect(
      (await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Inactive' })).body.data.contractStatus,
    ).toBe('Inactive');
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
    expect(refused(await take(integrator, ids.najm, id, 'contract', { contractStatus: 'Active' }))).toEqual([
      403,
      'suspended-by-the-other',
    ]);
    await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Active' });
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
  });

  test('is renewed by a request that the other side engages', async () => {
    await engaged({ contractTo: soon(10) });
    const later = soon(400);
    const { id } = (
      await send(integrator, ids.najm, { type: 'RenewContract', destinationId: ids.sahel, contractTo: later })
    ).body.data;
    expect((await take(sahel, ids.sahel, id, 'engage')).body.data).toMatchObject({
      status: 'engaged',
      contractTo: later,
      allowed: [],
    });
  });

  test('is ended by a request to cancel the contract that the other side engages', async () => {
    await engaged();
    const { id } = (await send(sahel, ids.sahel, { type: 'CancelContract', destinationId: ids.najm })).body.data;
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
    expect((await take(integrator, ids.najm, id, 'engage')).body.data.status).toBe('engaged');
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
  });

  test('lets the client ask its provider for devices, who serves the request', async () => {
    await engaged();
    expect(refused(await send(integrator, ids.najm, { type: 'Device', destinationId: ids.sahel }))).toEqual([
      422,
      'devices-come-from-providers',
    ]);
    const { id } = (await send(sahel, ids.sahel, { type: 'Device', destinationId: ids.najm, message: 'Two meters' }))
      .body.data;
    expect(refused(await take(integrator, ids.najm, id, 'engage'))).toEqual([409, 'step-not-possible']);
    expect((await take(integrator, ids.najm, id, 'service', { note: 'Shipped' })).body.data).toMatchObject({
      status: 'engaged',
      reason: 'Shipped',
      allowed: [],
    });
  });
});

import { beforeEach, expect, test } from 'vitest';
import { app, engaged, ids, sahel, soon, take, withCompanies, withoutRequests } from '#main/testing/test-companies.ts';
import type { DomainEvents, Listeners } from '#platform/server/domain-events.ts';
import { doDue } from '#platform/server/due.ts';
import { contractDues } from './ended-contracts.ts';

withCompanies();
withoutRequests();

let heard: DomainEvents['contract.ended'][] = [];
const listening: Listeners = {
  inTransaction: {
    'contract.ended': async (_context, event) => void heard.push(event),
  },
};

/** Does what is due, by three workers at once. */
async function workersAct(): Promise<void> {
  const kit = { ...app.kit, listeners: [...app.kit.listeners, listening] };
  await Promise.all([doDue(kit, contractDues), doDue(kit, contractDues), doDue(kit, contractDues)]);
}
beforeEach(async () => {
  // Contracts of the test before have just ended.
  await workersAct();
  heard = [];
});
const endsOn = (interval: string) =>
  app.kit.pool.query(
    "UPDATE company_relation SET contract_to = now() + $1::interval WHERE client_id = $2 AND status = 'engaged'",
    [interval, ids.sahel],
  );
const ended = (cause: string) => ({ providerId: ids.najm, clientId: ids.sahel, cause });

test('a contract that ends by its date ends once, for any number of workers', async () => {
  await engaged({ contractTo: soon(10) });
  await workersAct();
  expect(heard).toEqual([]);
  await endsOn('-1 second');
  await workersAct();
  await workersAct();
  expect(heard).toEqual([ended('date')]);
});

test('a contract that is prolonged in time does not end', async () => {
  await engaged({ contractTo: soon(10) });
  await endsOn('-1 second');
  await endsOn('1 year');
  await workersAct();
  expect(heard).toEqual([]);
});

test('a contract that is suspended, resumed and then ends by its date ends twice, with its causes', async () => {
  const id = await engaged({ contractTo: soon(10) });
  await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Inactive' });
  await workersAct();
  await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Active' });
  await workersAct();
  await endsOn('-1 second');
  await workersAct();
  expect(heard).toEqual([ended('suspended'), ended('date')]);
});

test('a contract that a side ends has ended, unless it had by its date before', async () => {
  await take(sahel, ids.sahel, await engaged(), 'disengage');
  await workersAct();
  expect(heard).toEqual([ended('disengaged')]);
  heard = [];
  const id = await engaged({ contractTo: soon(10) });
  await endsOn('-1 second');
  await workersAct();
  await take(sahel, ids.sahel, id, 'disengage');
  await workersAct();
  expect(heard).toEqual([ended('date')]);
});

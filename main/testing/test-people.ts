import { afterAll, beforeAll } from 'vitest';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

export let app: Rasid;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;
/** The ids of the demo people, by the first part of their addresses. */
export let people: Record<string, number>;
export let customer: TestPerson;

/** Starts the product on a separate database and signs in an administrator of a customer. */
export function withPeople(): void {
  beforeAll(async () => {
    app = await rasid();
    ids = await demoCompanies(app.kit.db as unknown as Tx);
    people = await demoUsers(app.kit.db as unknown as Tx);
    customer = await app.signIn('customer@rasid.test');
  });
  afterAll(() => app.close());
}

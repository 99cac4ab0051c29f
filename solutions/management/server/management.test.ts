import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('every company has the app without an order, and none is offered it', async () => {
  for (const name of ['customer', 'newcomer', 'fmc', 'integrator', 'super']) {
    const person = await app.signIn(`${name}@rasid.test`);
    const { session, company } = (await person.call('GET', '/session')).body.data;
    expect(session.apps).toContain('management');
    if (!company) continue;
    const offered = (await person.call('GET', `/company/${company.id}/app`)).body.data.apps as { id: string }[];
    expect(offered.map(({ id }) => id)).not.toContain('management');
  }
});

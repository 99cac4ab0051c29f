import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { Access } from '#platform/common/access.ts';
import { canDo } from '#platform/common/permission-key.ts';

let app: Rasid;

beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const event = { topic: 'access', type: 'changed', companyId: 1, data: {} };

test('changes of accesses concern people who may read accesses, codes or locks of an app with locks, and nobody else', async () => {
  const { session } = (await (await app.signIn('viewer@rasid.test')).call('GET', '/session')).body.data;
  const { companyId, id: userId } = session.user;
  const scope = { companies: [companyId], userId, actingFor: companyId };
  const actor = { session, scope, sessionId: '', locale: 'en' as const, email: '' };
  const topic = app.kit.topics.flatMap(({ companies = [] }) => companies).find(({ name }) => name === 'access');
  const concerns = (...permitted: Access[]) =>
    topic?.concerns(
      { kit: app.kit, actor, may: (access) => permitted.some((one) => JSON.stringify(one) === JSON.stringify(access)) },
      event,
    );
  for (const entity of ['access', 'access-token', 'device'] as const)
    expect(concerns(canDo(`metrowatch.${entity}`, 'read'))).toBe(true);
  expect(concerns()).toBe(false);
  expect(concerns(canDo('metrowatch.alarm', 'read'), canDo('swam.device', 'read'))).toBe(false);
});

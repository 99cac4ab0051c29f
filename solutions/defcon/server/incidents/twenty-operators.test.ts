import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { addDemoPeople } from '#core/accounts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import { act, ids, of, panels, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import { eventually } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

withDesk();
const count = 20;

/** Operators of the security company, signed in. */
async function operators(): Promise<TestPerson[]> {
  const { app } = panels;
  const people = Array.from({ length: count }, (_, n) => ({
    ...{ email: `operator-${n}@aman.test`, firstName: 'Operator', lastName: String(n), locale: 'en' as const },
    ...{ companyId: ids.aman, role: 'Operator' as const, appRole: null },
  }));
  await inSystem(app.kit.db, async (tx) => {
    const users = await addDemoPeople(tx, 'defcon', people);
    const companyType = 'Security Company';
    const group = { appId: 'defcon', companyId: ids.aman, companyType, name: 'Shift' } as const;
    await addDemoGroup(tx, app.kit, { ...group, role: 'Operator', users, resources: ['*'] });
  });
  return Promise.all(people.map(({ email }) => app.signIn(email)));
}

/** Follows the incidents as an open list does. `changed`: those that it would read again. */
async function follow(base: string, { token }: TestPerson) {
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${base}/api/events?topics=alarms`, { headers, signal: abort.signal });
  const changed = new Map<number, number>();
  const parser = createParser({
    onEvent({ data }) {
      const { type, data: about } = JSON.parse(data);
      if (type === 'changed') changed.set(about.id, performance.now());
    },
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return {
    changed,
    async end() {
      abort.abort();
      await reading;
    },
  };
}

const second = 1000;

test('twenty operators who take twenty incidents at once are one winner for each, and within a second no list offers a taken one', async () => {
  const { http } = panels.app;
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const panel = await watched();
  const at = Date.now() - 60 * second;
  await panels.signals(
    panel,
    Array.from({ length: count }, (_, n) => [at + n, { code: 'BA', group: n + 1, zone: n + 1 }]),
  );
  const incidents: { id: number }[] = await eventually(
    () => panels.incidents(panel),
    (found) => found.length === count,
  );
  const shift = await operators();
  const lists = await Promise.all(shift.map((person) => follow(base, person)));

  const begun = performance.now();
  const replies = (
    await Promise.all(shift.flatMap((person) => incidents.map(({ id }) => act(person, id, 'acknowledge'))))
  ).map(({ status, body }) => ({ status, body }));
  const taken = performance.now();
  const withStatus = (status: number) => replies.filter((reply) => reply.status === status);
  expect([withStatus(200).length, withStatus(409).length]).toEqual([count, count * (count - 1)]);
  for (const { body } of withStatus(409))
    expect(body).toMatchObject({
      word: 'already-taken',
      detail: { by: expect.stringMatching(/^Operator \d+$/), at: expect.stringMatching(/^20/) },
    });
  expect(new Set(withStatus(200).map(({ body }) => body.data.id)).size).toBe(count);

  for (const { changed } of lists) {
    await eventually(
      async () => changed.size,
      (size) => size === count,
    );
    // On a loaded machine the lists may follow as slowly as the requests were answered.
    expect(Math.max(...changed.values()) - taken).toBeLessThan(Math.max(second, taken - begun));
  }
  for (const person of shift) {
    const { data } = (await of(person)('GET', '/alarm/intrusion?limit=50')).body;
    expect(data).toHaveLength(count);
    expect(data.filter(({ acknowledged }: { acknowledged: boolean }) => !acknowledged)).toEqual([]);
  }
  await Promise.all(lists.map(({ end }) => end()));
});

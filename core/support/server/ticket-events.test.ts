import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { admin, app, customer, integrator, qasr, withCompanies } from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

withCompanies();

let base: string;
let ticket: number;
beforeAll(async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
  const body = { subject: 'Live', category: 'other', text: 'Hello' };
  ticket = (await customer.call('POST', '/support/ticket', { body })).body.data.id;
});

/** The events that a person gets, as `<topic> <type>`, from when the stream is open. */
async function follow(who: TestPerson, topics: string) {
  const stopping = new AbortController();
  const reply = await fetch(`${base}/events?topics=${topics}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: stopping.signal,
  });
  const events: string[] = [];
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of reply.body ?? []) {
      text += decoder.decode(part, { stream: true });
      const lines = text.split('\n\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const { topic, type } = JSON.parse(line.slice(6));
        if (type === 'opened') opened();
        else events.push(`${topic} ${type}`);
      }
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  await isOpen;
  return {
    events,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
const say = (who: TestPerson, kind = 'public') =>
  who.call('POST', `/support/ticket/${ticket}/message`, { body: { text: 'x', kind, clientId: randomUUID() } });

test('a message reaches both sides and the platform within a second, a note never reaches the customer, and strangers get nothing', async () => {
  const topics = `tickets,ticket:${ticket}`;
  const [asker, desk, platform, stranger] = await Promise.all(
    [customer, integrator, admin, qasr].map((who) => follow(who, topics)),
  );
  const both = ['tickets changed', `ticket:${ticket} changed`];
  await say(integrator);
  await expect.poll(() => asker?.events).toEqual(both);
  await say(integrator, 'internal');
  const typing = (who: TestPerson, kind: string) =>
    who.call('POST', `/support/ticket/${ticket}/typing`, { body: { kind } });
  await typing(integrator, 'internal');
  await typing(integrator, 'public');
  const typed = `ticket:${ticket} typing`;
  await expect.poll(() => asker?.events).toEqual([...both, typed]);
  await expect.poll(() => desk?.events).toEqual([...both, ...both, typed, typed]);
  await expect.poll(() => platform?.events).toEqual([...both, ...both, typed, typed]);
  expect(stranger?.events).toEqual([]);
  await Promise.all([asker, desk, platform, stranger].map((one) => one?.stop()));
});

test('an integrator that has lost the desk gets no further notes, even on an open stream', async () => {
  const desk = await follow(integrator, `ticket:${ticket}`);
  await app.kit.pool.query('UPDATE ticket SET desk_id = NULL, helper_id = NULL WHERE id = $1', [ticket]);
  const platform = await follow(admin, `ticket:${ticket}`);
  await say(admin, 'internal');
  await expect.poll(() => platform.events).toEqual([`ticket:${ticket} changed`]);
  await platform.stop();
  expect(desk.events).toEqual([]);
  await desk.stop();
});

import { expect, test } from 'vitest';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById } from '#core/devices/server/api.ts';
import { app, customer } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import { chirpstackSwitch, downlinksOf, hold, send, text, withDownlinks } from '#main/testing/test-downlinks.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { VirtualChirpstack } from '../virtual/chirpstack.ts';

withDownlinks();

const manifest = () => {
  const found = app.kit.apps.find(({ id }) => id === 'sample');
  if (!found) throw new Error('no sample app');
  return found;
};
/** Queues a command in a transaction that begins before and ends after other work. */
const queueing = (
  id: number,
  port: number,
  { before, after }: { before?: () => Promise<unknown>; after?: () => Promise<unknown> },
) =>
  emittingAsSystem(app.kit, app.kit.db, async (context) => {
    const device = await deviceById(context.tx, id);
    if (!device) throw new Error('no device');
    await before?.();
    await queueCommand({ ...context, actor: null }, manifest(), device, {
      method: 'ping',
      params: { port },
      expiresInSeconds: 300,
    });
    await after?.();
  });
/** Keeps the network from answering until the returned function is called. */
function holdAnswers({ server }: Pick<VirtualChirpstack, 'server'>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  return resolve;
}
const inOrder = async (queue: () => { data: string }[], expected: string[]) => {
  await eventually(
    async () => queue().length,
    (length) => length === expected.length,
  );
  expect(queue().map(({ data }) => text(data))).toEqual(expected);
};

test('commands of a device stay in their order when the network is busy', async () => {
  const { network, device, queue } = await chirpstackSwitch();
  network.server.fates.push('busy');
  for (const port of [1, 2, 3]) await send(device, 'ping', { port });
  await inOrder(queue, ['ping1', 'ping2', 'ping3']);
});

test('a command waits behind an earlier one of its device that is tried again', async () => {
  const { network, device, queue } = await chirpstackSwitch();
  network.server.fates.push('busy');
  await send(device, 'ping', { port: 1 });
  const attempts = () => network.server.calls.filter(({ method }) => method === 'POST').length;
  await eventually(
    async () => attempts(),
    (count) => count === 1,
  );
  await send(device, 'ping', { port: 2 });
  await inOrder(queue, ['ping1', 'ping2']);
});

test('a command that is being queued while an earlier one is put off waits behind it', async () => {
  const { network, connector, device, queue } = await chirpstackSwitch();
  const answer = holdAnswers(network);
  network.server.fates.push('busy');
  await send(device, 'ping', { port: 1 });
  await eventually(
    async () => network.server.calls.length,
    (count) => count > 0,
  );
  const isPutOff = () =>
    eventually(
      () => downlinksOf(connector),
      (all) => all.at(-1)?.status === 503,
    );
  await queueing(device.id, 2, {
    after: () => {
      answer();
      return Promise.race([lockWaits(app, 1), isPutOff()]);
    },
  });
  await inOrder(queue, ['ping1', 'ping2']);
});

test('commands go out in the order of their commits, whichever transaction began first', async () => {
  const { connector, device, queue } = await chirpstackSwitch();
  await hold(connector, true);
  await queueing(device.id, 2, { before: () => send(device, 'ping', { port: 1 }) });
  await hold(connector, false);
  await inOrder(queue, ['ping1', 'ping2']);
});

test('a command that overtakes goes out before earlier ones, also if one of them has been put off', async () => {
  const { network, connector, device, queue } = await chirpstackSwitch();
  await hold(connector, true);
  await send(device, 'ping', { port: 1 });
  await send(device, 'unlock');
  await hold(connector, false);
  await inOrder(queue, ['unlock', 'ping1']);

  const answer = holdAnswers(network);
  network.server.fates.push('busy');
  const calls = network.server.calls.length;
  await send(device, 'ping', { port: 2 });
  await eventually(
    async () => network.server.calls.length,
    (count) => count > calls,
  );
  await customer.call('POST', `/sample/device/${device.id}/command`, {
    body: { method: 'unlock', params: {}, expiresInSeconds: 300, replace: true },
  });
  answer();
  await inOrder(queue, ['unlock', 'ping1', 'unlock', 'ping2']);
});

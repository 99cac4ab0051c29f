import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let lock: CutLock;

/** Where the connection of the lock is cut. */
type Cut = 'order' | 'acknowledgement' | 'answer' | 'unlocked' | 'never';

/** A lock that opens for each order it reads, remembers no order, and whose connection is cut at one step of the way. */
class CutLock {
  opened = 0;
  cut: Cut = 'never';
  /** It reports that it has locked again in the same message. */
  relocks = false;
  openedAt = 0;
  client!: MqttClient;
  /** Ends when the lock has reported all that the newest order made it do. */
  reported = Promise.resolve();
  private readonly device: TestDevice;

  constructor(device: TestDevice) {
    this.device = device;
  }

  async connect(): Promise<void> {
    const client = await this.device.connect();
    this.client = client;
    client.on('message', (topic) => {
      this.reported = this.open(client, topic.split('/').at(-1) ?? '');
    });
    client.on('packetsend', (packet) => {
      if (packet.cmd === 'puback' && this.cut === 'acknowledgement') setImmediate(() => client.stream.end());
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  }

  report = (payload: unknown): Promise<unknown> =>
    this.client.publishAsync('v1/devices/me/telemetry', JSON.stringify(payload), { qos: 1 });

  /** What it has kept while it was away: that it opened, and that it locked again a moment later. */
  reportKept = (): Promise<unknown> =>
    this.report([
      { ts: this.openedAt, values: { lockState: 'unlocked' } },
      { ts: this.openedAt + 1, values: { lockState: 'locked' } },
    ]);

  private async open(client: MqttClient, id: string): Promise<void> {
    this.opened += 1;
    this.openedAt = Date.now();
    if (this.cut === 'order') return void client.stream.destroy();
    if (this.cut === 'acknowledgement') return;
    await client.publishAsync(`v1/devices/me/rpc/response/${id}`, '{}', { qos: 1 });
    if (this.cut === 'answer') return void client.stream.destroy();
    if (this.relocks) return void (await this.reportKept());
    await this.report({ lockState: 'unlocked' });
    if (this.cut === 'unlocked') return void client.stream.destroy();
    await this.report({ lockState: 'locked' });
  }
}

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM device_command WHERE device_id = $1', [door.id]);
  lock = new CutLock(door);
  await lock.connect();
  await lock.report({ lockState: 'locked' });
});
afterEach(async () => {
  await lock.reported;
  await door.end();
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const newLink = async () => {
  const made = await customer.call('POST', '/metrowatch/access-token', {
    body: { deviceId: door.id, kind: 'link', from: hours(-1), to: hours(1), maxUses: 1 },
  });
  return `/metrowatch/access-token/public/${made.body.data.secrets.links[0].url.split('/').at(-1)}`;
};
const post = (path: string) => app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID() } });
const page = async (path: string) => (await app.anonymous.call('GET', path)).body.data;
const command = async () =>
  (await customer.call('GET', `/metrowatch/device/${door.id}/command?limit=1`)).body.data[0] as {
    id: number;
    state: string;
  };
const inState = (...states: string[]) => eventually(command, (found) => states.includes(found?.state));
const linesOf = async (id: number) =>
  (await customer.call('GET', `/metrowatch/access-log?deviceId=${door.id}`)).body.data
    .filter((line: { commandId: number | null }) => line.commandId === id)
    .map(({ action, result, late }: Record<string, unknown>) => ({ action, result, late }));
const settled = (path: string) =>
  eventually(
    () => page(`${path}?wait=1`),
    ({ opening }) => ['opened', 'failed', 'unknown'].includes(opening?.state),
  );
const endTime = () =>
  app.kit.pool.query(
    `UPDATE device_command SET expires_at = now() - interval '1 second', confirm_by = CASE WHEN confirm_by IS NOT NULL THEN now() END
      WHERE device_id = $1 AND state IN ('sent', 'delivered')`,
    [door.id],
  );
const isAway = () =>
  eventually(
    async () => (await app.kit.pool.query('SELECT FROM device_listener WHERE device_id = $1', [door.id])).rowCount,
    (count) => count === 0,
  );
const unknownLine = { action: 'unlock-sent', result: 'unknown', late: false };

describe('a link that opens once, whose lock loses its connection', () => {
  const cuts: [string, Cut, string][] = [
    ['when it has read the order', 'order', 'sent'],
    ['when it has acknowledged the order', 'acknowledgement', 'delivered'],
    ['when it has answered the order', 'answer', 'delivered'],
  ];
  test.each(cuts)(
    '%s is used up, the log says that the outcome is unknown, and a late report corrects it',
    async (_, cut, state) => {
      const path = await newLink();
      lock.cut = cut;
      expect((await post(path)).status).toBe(200);
      await inState(state);
      await isAway();
      lock.cut = 'never';
      await lock.connect();
      await endTime();
      expect((await settled(path)).opening).toMatchObject({ state: 'unknown', counted: true });
      expect((await post(path)).body.word).toBe('link-used');
      const { id, state: ended } = await command();
      expect(ended).toBe('unknown');
      expect(await linesOf(id)).toEqual([unknownLine]);
      await lock.reportKept();
      const lines = await eventually(
        () => linesOf(id),
        (all) => all.length > 1,
      );
      expect(lines).toContainEqual({ action: 'unlock', result: 'granted', late: true });
      expect((await command()).state).toBe('confirmed');
      expect((await page(path)).opening.state).toBe('opened');
      expect(lock.opened).toBe(1);
    },
  );

  test('without the server noticing is used up although the lock never read the order', async () => {
    const path = await newLink();
    lock.client.stream.removeAllListeners('data');
    lock.client.stream.pause();
    expect((await post(path)).status).toBe(200);
    await inState('sent');
    const dead = lock.client;
    await lock.connect();
    dead.stream.destroy();
    await endTime();
    expect((await settled(path)).opening.state).toBe('unknown');
    expect((await post(path)).body.word).toBe('link-used');
    expect(lock.opened).toBe(0);
  });

  test('between the reports that it is unlocked and locked has opened it', async () => {
    const path = await newLink();
    lock.cut = 'unlocked';
    expect((await post(path)).status).toBe(200);
    expect((await settled(path)).opening.state).toBe('opened');
    await lock.connect();
    await lock.report({ lockState: 'locked' });
    expect((await post(path)).body.word).toBe('link-used');
    expect(await linesOf((await command()).id)).toEqual([{ action: 'unlock', result: 'granted', late: false }]);
    expect(lock.opened).toBe(1);
  });

  test('and delivers both reports together when it is back has opened it', async () => {
    const path = await newLink();
    lock.cut = 'order';
    expect((await post(path)).status).toBe(200);
    await inState('sent');
    await isAway();
    await lock.connect();
    await lock.reportKept();
    expect((await settled(path)).opening.state).toBe('opened');
    expect((await post(path)).body.word).toBe('link-used');
    expect(await linesOf((await command()).id)).toEqual([{ action: 'unlock', result: 'granted', late: false }]);
    expect(lock.opened).toBe(1);
  });

  test('a moment before gets the hint to wake the lock, nothing is queued, and no use is lost', async () => {
    const path = await newLink();
    lock.client.stream.destroy();
    await isAway();
    const refused = await post(path);
    expect([refused.status, refused.body.code]).toEqual([409, '03010403']);
    const direct = await customer.call('POST', `/metrowatch/device/${door.id}/unlock`, { body: {} });
    expect([direct.status, direct.body.code]).toEqual([409, '03010403']);
    expect(await command()).toBeUndefined();
    await lock.connect();
    expect(await page(path)).toMatchObject({ state: 'ready', usesLeft: 1 });
    expect(lock.opened).toBe(0);
  });
});

test('a lock that reports unlocked and locked in one message has opened', async () => {
  const path = await newLink();
  lock.relocks = true;
  expect((await post(path)).status).toBe(200);
  expect((await settled(path)).opening.state).toBe('opened');
});

test('an order that was never sent gives the use back and is logged as refused', async () => {
  const path = await newLink();
  lock.client.stream.destroy();
  await isAway();
  const reply = await app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID(), waitSeconds: 1 } });
  expect(reply.status).toBe(200);
  expect((await settled(path)).opening).toMatchObject({ state: 'failed', counted: false });
  expect(await page(path)).toMatchObject({ state: 'ready', usesLeft: 1 });
  expect(await linesOf((await command()).id)).toEqual([{ action: 'denied', result: 'denied', late: false }]);
});

test('a report of one opening never settles an earlier one whose outcome is unknown', async () => {
  const [first, second] = [await newLink(), await newLink()];
  lock.cut = 'order';
  expect((await post(first)).status).toBe(200);
  await inState('sent');
  await isAway();
  await endTime();
  const { id } = await inState('unknown');
  lock.cut = 'never';
  await lock.connect();
  expect((await post(second)).status).toBe(200);
  expect((await settled(second)).opening.state).toBe('opened');
  expect((await page(first)).opening.state).toBe('unknown');
  expect(await linesOf(id)).toEqual([unknownLine]);
});

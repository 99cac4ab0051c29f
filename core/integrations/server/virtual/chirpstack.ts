import { randomUUID } from 'node:crypto';
import { chirpstackEvents } from '../fixtures/chirpstack.ts';
import { postTo, startVirtualServer, type Target, type VirtualServer } from './virtual-server.ts';

/** It waits this long for an answer, and sends each event once. */
const timeoutMs = 5000;
const queuePath = /^\/api\/devices\/([0-9a-f]{16})\/queue$/;

type Item = { id: string; data: string; fPort: number; confirmed: boolean; fCntDown: number };

/** A ChirpStack with chirpstack-rest-api: it keeps a queue for each device and posts what happens. */
export class VirtualChirpstack {
  readonly server: VirtualServer;
  readonly queues: ReadonlyMap<string, Item[]>;
  /** Whether two network servers hear each frame. */
  twice = false;
  private readonly target: Target;
  private fCnt = Math.floor(Date.now() / 60_000) % 65_536;

  private constructor(server: VirtualServer, queues: ReadonlyMap<string, Item[]>, target: Target) {
    this.server = server;
    this.queues = queues;
    this.target = target;
  }

  static async start(target: Target, token: string): Promise<VirtualChirpstack> {
    const queues = new Map<string, Item[]>();
    const server = await startVirtualServer(({ method, path, headers, body }) => {
      if (headers['grpc-metadata-authorization'] !== `Bearer ${token}`)
        return { status: 401, body: { code: 16, message: 'authentication failed' } };
      const devEui = queuePath.exec(path)?.[1];
      if (!devEui) return { status: 404 };
      const queue = queues.get(devEui) ?? [];
      queues.set(devEui, queue);
      if (method === 'GET') return { status: 200, body: { totalCount: queue.length, result: queue } };
      const { data, fPort, confirmed } = JSON.parse(body).queueItem as Item;
      const id = randomUUID();
      queue.push({ id, data, fPort, confirmed, fCntDown: 0 });
      return { status: 200, body: { id } };
    });
    return new VirtualChirpstack(server, queues, target);
  }

  /** An uplink with its payload, decoded or not. */
  async uplink(
    devEui: string,
    content: { data?: string; object?: object; fPort?: number },
  ): Promise<(number | null)[]> {
    this.fCnt++;
    const { data: _, ...up } = chirpstackEvents(new Date().toISOString()).up;
    const frame = { ...this.of(up, devEui), ...content, fCnt: this.fCnt };
    const answers = [await this.post('up', { ...frame, deduplicationId: randomUUID() })];
    if (this.twice) answers.push(await this.post('up', { ...frame, deduplicationId: randomUUID() }));
    return answers;
  }

  status(devEui: string): Promise<number | null> {
    const { status } = chirpstackEvents(new Date().toISOString());
    return this.post('status', { ...this.of(status, devEui), deduplicationId: randomUUID() });
  }

  /** Sends the first item of a queue to the device. */
  async transmit(devEui: string): Promise<Item | undefined> {
    const item = this.queues.get(devEui.toLowerCase())?.shift();
    if (!item) return undefined;
    const { txack } = chirpstackEvents(new Date().toISOString());
    await this.post('txack', { ...this.of(txack, devEui), queueItemId: item.id });
    return item;
  }

  async acknowledge(devEui: string, queueItemId: string, acknowledged = true): Promise<void> {
    const { ack } = chirpstackEvents(new Date().toISOString());
    const event = { ...this.of(ack, devEui), queueItemId, acknowledged, deduplicationId: randomUUID() };
    await this.post('ack', event);
    if (this.twice) await this.post('ack', { ...event, deduplicationId: randomUUID() });
  }

  private of<Event extends { deviceInfo: object }>(event: Event, devEui: string) {
    return { ...event, deviceInfo: { ...event.deviceInfo, devEui: devEui.toLowerCase() } };
  }

  private post(event: string, body: object): Promise<number | null> {
    return postTo(this.target, body, timeoutMs, { query: `?event=${event}` });
  }
}

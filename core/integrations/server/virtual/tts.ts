import { randomUUID } from 'node:crypto';
import { ttsMessages } from '../fixtures/tts.ts';
import { postTo, startVirtualServer, type Target, type VirtualServer } from './virtual-server.ts';

/** It waits this long for an answer, and sends each message once. */
const timeoutMs = 10_000;
const pushPath = /\/devices\/([^/]+)\/down\/push$/;

type Downlink = { f_port: number; frm_payload: string; confirmed: boolean; correlation_ids: string[] };

/** A Things Stack with a webhook: its messages name where answers go, and it posts their outcomes. */
export class VirtualTheThingsStack {
  readonly server: VirtualServer;
  readonly queues: Map<string, Downlink[]>;
  private readonly target: Target;
  private readonly apiKey: string;
  private frame = Math.floor(Date.now() / 60_000) % 65_536;

  private constructor(server: VirtualServer, queues: Map<string, Downlink[]>, target: Target, apiKey: string) {
    this.server = server;
    this.queues = queues;
    this.target = target;
    this.apiKey = apiKey;
  }

  static async start(target: Target, apiKey: string): Promise<VirtualTheThingsStack> {
    const queues = new Map<string, Downlink[]>();
    const server = await startVirtualServer(({ path, headers, body }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401 };
      const device = pushPath.exec(path)?.[1];
      if (!device) return { status: 404 };
      const { downlinks } = JSON.parse(body) as { downlinks: Downlink[] };
      queues.set(device, [...(queues.get(device) ?? []), ...downlinks]);
      return { status: 200 };
    });
    return new VirtualTheThingsStack(server, queues, target, apiKey);
  }

  async uplink(devEui: string, content: { frm_payload?: string; decoded_payload?: object }): Promise<number | null> {
    this.frame++;
    const { up } = ttsMessages(new Date().toISOString());
    const { frm_payload: _, decoded_payload: __, ...uplink } = up.uplink_message;
    return this.post(devEui, { uplink_message: { ...uplink, ...content, f_cnt: this.frame } }, [
      `as:up:${randomUUID()}`,
    ]);
  }

  /** Reports that the downlinks of a device are in its queue. */
  async tellQueued(devEui: string): Promise<void> {
    for (const downlink of this.queues.get(idOf(devEui)) ?? []) await this.tell(devEui, 'downlink_queued', downlink);
  }

  /** Sends the first downlink of a queue to the device. */
  async transmit(devEui: string): Promise<Downlink | undefined> {
    const downlink = this.queues.get(idOf(devEui))?.shift();
    if (downlink) await this.tell(devEui, 'downlink_sent', downlink);
    return downlink;
  }

  tell(
    devEui: string,
    event: 'downlink_queued' | 'downlink_sent' | 'downlink_ack' | 'downlink_nack',
    downlink: Downlink,
  ): Promise<number | null> {
    return this.post(devEui, { [event]: downlink }, [...downlink.correlation_ids, `as:downlink:${randomUUID()}`]);
  }

  private post(devEui: string, message: object, correlationIds: string[]): Promise<number | null> {
    const { up } = ttsMessages(new Date().toISOString());
    const device = idOf(devEui);
    const ids = { ...up.end_device_ids, device_id: device, dev_eui: devEui };
    const body = { end_device_ids: ids, correlation_ids: correlationIds, received_at: up.received_at, ...message };
    const push = `${this.server.url}/api/v3/as/applications/app1/webhooks/rasid/devices/${device}/down/push`;
    return postTo(this.target, body, timeoutMs, {
      headers: { 'x-downlink-push': push, 'x-downlink-apikey': this.apiKey },
    });
  }
}

const idOf = (devEui: string) => `eui-${devEui.toLowerCase()}`;

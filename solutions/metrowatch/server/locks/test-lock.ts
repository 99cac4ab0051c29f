import { createHash, createHmac } from 'node:crypto';

/** The device of a test. */
type TestDevice = {
  secret: string;
  publish(payload: unknown, topic?: string): Promise<void>;
  follow(answer: (topic: string, command: Order) => Promise<unknown>): Promise<void>;
};
type Order = { method: string; params: Record<string, unknown> };

/** A lock for tests: it opens, closes and keeps codes and cards as ordered, and reports it. */
export class TestLock {
  codes: Record<string, string | boolean> = {};
  cards: Record<string, string | boolean> = {};
  readonly orders: Order[] = [];
  /** It acknowledges orders and does nothing. */
  stuck = false;
  private readonly device: TestDevice;

  constructor(device: TestDevice) {
    this.device = device;
  }

  async connect(): Promise<this> {
    await this.device.publish({ lockState: 'locked' });
    await this.device.follow((topic, command) => this.answer(topic, command));
    return this;
  }

  list = (): Promise<void> => this.device.publish({ codes: this.codes, cards: this.cards }, 'v1/devices/me/attributes');

  report = (data: object): Promise<void> => this.device.publish({ kind: 'access', data }, 'v1/devices/me/event');

  private async answer(topic: string, order: Order): Promise<void> {
    this.orders.push(order);
    if (this.stuck) return;
    const { method, params } = order;
    const key = createHash('sha256').update(this.device.secret).digest();
    const print = (number: unknown) => createHmac('sha256', key).update(String(number)).digest('hex').slice(0, 16);
    const slot = String(params.slot);
    if (method === 'unlock') await this.device.publish({ lockState: 'unlocked' });
    if (method === 'setParameters') await this.device.publish({ config: params }, 'v1/devices/me/attributes');
    if (method === 'lock') await this.device.publish({ lockState: 'locked' });
    if (method === 'setCode') this.codes[slot] = print(params.code);
    if (method === 'deleteCode') delete this.codes[slot];
    if (method === 'setCard') this.cards[slot] = print(params.card);
    if (method === 'deleteCard') delete this.cards[slot];
    if (/^(set|delete)(Code|Card)$|^listCodes$/.test(method)) await this.list();
    await this.device.publish({}, `v1/devices/me/rpc/response/${topic.split('/').at(-1)}`);
  }
}

import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';
import { eventually } from '../test-device.ts';

export type TestPanel = { id: number; name: string; secret: string; site: number };
type Method = Parameters<TestPerson['call']>[0];
export type Signal = {
  code?: string;
  contactId?: string;
  q?: string;
  zone?: number;
  group?: number;
  user?: number;
  text?: string;
};

/** Control panels of a company that report over HTTP. */
export class TestPanels {
  readonly app: Rasid;
  readonly customer: TestPerson;
  readonly company: number;
  private readonly place: number;
  private added = 0;
  private sent = 0;

  private constructor(app: Rasid, customer: TestPerson, company: number, place: number) {
    this.app = app;
    this.customer = customer;
    this.company = company;
    this.place = place;
  }

  static async begin(): Promise<TestPanels> {
    const app = await rasid({ start: true });
    const customer = await app.signIn('customer@rasid.test');
    const { reem } = await inSystem(app.kit.db, demoCompanies);
    await inSystem(app.kit.db, (tx) => grantApp(tx, 'defcon', [reem]));
    const { rows } = await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1 ORDER BY id LIMIT 1', [
      reem,
    ]);
    return new TestPanels(app, customer, reem, rows[0].id);
  }

  async call(method: Method, path: string, body?: object) {
    return this.customer.call(method, `/defcon${path}`, body ? { body } : {});
  }

  /** The reply of a call that must succeed. */
  async done(method: Method, path: string, body?: object) {
    const { status, body: answer } = await this.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answer)}`);
    return answer?.data;
  }

  /** A device of the inventory with an active subscription. */
  async stock(): Promise<{ id: number; serial: string }> {
    this.added++;
    const serial = `70B3D5F9${String(this.added).padStart(8, '0')}`;
    const { rows } = await this.app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, has_token, activation_at)
       VALUES ($1, 'defcon', 21, 2101, $2, $3, 'inventory', true, now() - interval '1 year') RETURNING id`,
      [this.company, `Panel ${this.added}`, serial],
    );
    return { id: rows[0].id, serial };
  }

  /** A linked panel at a site; its secret is known. */
  async link(): Promise<TestPanel> {
    const { serial } = await this.stock();
    const { id } = await this.done('POST', '/panel/link', { serial, structureId: this.place });
    const { name, secret } = await this.done('PUT', `/device/${id}/credential`);
    return { id, name, secret, site: this.place };
  }

  /** Puts somebody on the call list of the site, once. */
  async callList(site = this.place): Promise<void> {
    const { contacts } = await this.done('GET', `/premises/${site}/file`);
    if (contacts.length > 0) return;
    const known = { codeWord: 'Blue falcon', duressContact: false, scheduleId: null };
    await this.done('POST', `/premises/${site}/contact`, {
      ...{ name: 'Hessa Al Marri', phone: '+971505550151', language: 'en', ...known },
    });
  }

  /** A panel in service with these zones in group 1. */
  async add(
    zones: readonly ({ number: number } & Readonly<Record<string, unknown>>)[] = [{ number: 1 }, { number: 2 }],
  ): Promise<TestPanel> {
    const panel = await this.link();
    for (const { number, ...fields } of zones)
      await this.done('POST', `/panel/${panel.id}/device`, {
        ...{ number, name: `Zone ${number}`, groups: [1], detector: 'door', reaction: 'perimeter' },
        ...{ bypassable: true, confirmUnit: null, spaceId: null, deviceId: null, ...fields },
      });
    await this.callList();
    await this.done('POST', `/panel/${panel.id}/activate`, { skipTest: true, reason: 'Test' });
    return panel;
  }

  private async send({ name, secret }: TestPanel, events: object): Promise<number> {
    const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    const { status, body } = await this.app.anonymous.call('POST', '/v1/event', {
      body: events,
      headers: { authorization },
    });
    if (status >= 300) throw new Error(`/v1/event answered ${status} ${JSON.stringify(body)}`);
    return status;
  }

  /** The panel reports a signal; `at` in ms since 1970. */
  signal(panel: TestPanel, at: number, { ...data }: Signal) {
    return this.send(panel, [{ id: `s${++this.sent}`, ts: at, kind: 'intrusion', data }]);
  }

  /** Several signals in one message. */
  signals(panel: TestPanel, all: readonly (readonly [at: number, signal: Signal])[]) {
    return this.send(
      panel,
      all.map(([ts, data]) => ({ id: `s${++this.sent}`, ts, kind: 'intrusion', data })),
    );
  }

  /** The panel reports its whole state. */
  state(panel: TestPanel, at: number, data: object) {
    return this.send(panel, [{ id: `s${++this.sent}`, ts: at, kind: 'panel-state', data }]);
  }

  async panel({ id }: TestPanel) {
    return this.done('GET', `/panel/${id}`);
  }
  async group({ id }: TestPanel, number = 1) {
    const groups = await this.done('GET', `/panel/${id}/group`);
    return groups.find((one: { number: number }) => one.number === number);
  }
  async zones({ id }: TestPanel) {
    return this.done('GET', `/panel/${id}/device?limit=100`);
  }
  /** The log of a panel, the oldest line first; of one source if it is given. */
  async log({ id }: TestPanel, source?: string) {
    const by = source ? `&source=${source}` : '';
    return this.done('GET', `/panel/${id}/event?limit=100&sort[at]=asc${by}`);
  }
  /** The open incidents about a panel and its groups. */
  async incidents({ id }: TestPanel) {
    return this.done('GET', `/alarm/intrusion?deviceId=${id}&limit=50`);
  }
  /** The id of the first incident about a panel, once it has one. */
  async firstIncident(panel: TestPanel): Promise<number> {
    const [incident] = await eventually(
      () => this.incidents(panel),
      (found) => found.length > 0,
    );
    return incident.id;
  }
  async troubles({ id }: TestPanel) {
    return this.done('GET', `/alarm/status?deviceId=${id}&limit=50`);
  }
}

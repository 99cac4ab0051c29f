import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Hit } from '#solutions/rodent/common/hit.ts';
import { dueHits } from '#solutions/rodent/server/alarms/due-hits.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';
import { dueDone } from '../test-device.ts';

export type TestTrap = { id: number; name: string; secret: string; site: number };
type Alarm = { id: number; kind: string; severity: string; condition: string; deviceId?: number };

/** Traps of a company that report over HTTP. */
export class TestTraps {
  readonly app: Rasid;
  readonly customer: TestPerson;
  readonly company: number;
  readonly sites: readonly number[];
  private added = 0;

  private constructor(app: Rasid, customer: TestPerson, company: number, sites: readonly number[]) {
    this.app = app;
    this.customer = customer;
    this.company = company;
    this.sites = sites;
  }

  static async begin(): Promise<TestTraps> {
    const app = await rasid({ start: true });
    const customer = await app.signIn('customer@rasid.test');
    const { reem } = await inSystem(app.kit.db, demoCompanies);
    await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [reem]));
    const { rows } = await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1 ORDER BY id', [reem]);
    return new TestTraps(
      app,
      customer,
      reem,
      rows.map(({ id }) => id),
    );
  }

  call(method: Parameters<TestPerson['call']>[0], path: string, body?: object) {
    return this.customer.call(method, `/rodent${path}`, body ? { body } : {});
  }

  /** Lets another company of the demo use the app. */
  async grant(company: 'qasr'): Promise<void> {
    await inSystem(this.app.kit.db, async (tx) => grantApp(tx, 'rodent', [(await demoCompanies(tx))[company]]));
  }

  /** An operator who may give verdicts and change lures at all sites. */
  async people(): Promise<{ operator: TestPerson }> {
    const operator = await this.app.signIn('operator@rasid.test');
    const users = [(await operator.call('GET', '/session')).body.data.user.id];
    const permissions = { device: ['read'], hit: ['read', 'verdict'], trap: ['update'] };
    const resources = (await this.app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1', [this.company]))
      .rows;
    const body = { name: `Technicians ${this.added}`, users, resources: resources.map(({ id }) => id), permissions };
    const made = await this.call('POST', '/permissions-group', body);
    if (made.status !== 201) throw new Error(`the group answered ${made.status} ${JSON.stringify(made.body)}`);
    return { operator };
  }

  /** A site of its own, so that hits of other tests do not make a mass activation. */
  async site(): Promise<number> {
    const { rows } = await this.app.kit.pool.query(
      `INSERT INTO structure (company_id, name, country_id) SELECT company_id, 'Warehouse', country_id FROM structure WHERE id = $1 RETURNING id`,
      [this.sites[0]],
    );
    return rows[0].id;
  }

  /** An installed trap with these fields. */
  async add(fields: object = {}, at?: number): Promise<TestTrap> {
    this.added++;
    const site = at ?? (await this.site());
    const { rows } = await this.app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, has_token, activation_at)
       VALUES ($1, 'rodent', 28, 2801, $2, $3, $4, 'installed', true, now() - interval '1 year') RETURNING id`,
      [this.company, `Trap ${this.added}`, `HIT${String(this.added).padStart(5, '0')}`, site],
    );
    const { id } = rows[0];
    const { name, secret } = (await this.call('PUT', `/device/${id}/credential`)).body.data;
    if (Object.keys(fields).length > 0) await this.call('PATCH', `/trap/${id}`, fields);
    return { id, name, secret, site };
  }

  private async send({ name, secret }: TestTrap, path: string, body: unknown): Promise<void> {
    const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    const { status, body: answer } = await this.app.anonymous.call('POST', path, { body, headers: { authorization } });
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(answer)}`);
  }

  events = (trap: TestTrap, events: object) => this.send(trap, '/v1/event', events);
  values = (trap: TestTrap, ts: number, values: object) => this.send(trap, '/v1/telemetry', { ts, values });

  async hits({ id }: TestTrap, query = ''): Promise<Hit[]> {
    return (await this.call('GET', `/hit?limit=100&sort[at]=asc&deviceId=${id}${query}`)).body.data;
  }

  /** As if the time had passed in which a trap can set itself again. */
  async wait(...traps: readonly TestTrap[]): Promise<void> {
    await this.app.kit.pool.query(
      'UPDATE rodent_hit SET due_at = now() WHERE device_id = ANY ($1) AND due_at IS NOT NULL',
      [traps.map(({ id }) => id)],
    );
  }

  /** The open alarms of traps, when all that is due is done. */
  async alarms(...traps: readonly TestTrap[]): Promise<Alarm[]> {
    await dueDone(this.app, [dueHits]);
    const lists = await Promise.all(
      traps.map(async ({ id }) => (await this.call('GET', `/alarm/operational?deviceId=${id}`)).body.data as Alarm[]),
    );
    return lists.flat();
  }
}

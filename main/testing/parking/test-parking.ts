import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueStays } from '#solutions/sparking/server/alarms/due-stays.ts';
import { dueQuarters, dueRecounts } from '#solutions/sparking/server/analysis/due-quarters.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';
import { dueDone } from '../test-device.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** A device of a car park that reports over HTTP. */
export type Reporter = { id: number; name: string; secret: string };
export type Bay = { id: number; number: string; locationId: number };
type Quarter = Record<'at' | 'open' | 'occupied' | 'free' | 'arrivals' | 'departures' | 'corrections' | 'max', number>;
type Model = 2302 | 2303 | 2304 | 2305;
type Stay = { from: number; to: number | null; quality: string; end: string | null; counted: boolean; charged: number };

/** Car parks of a company and what watches them. */
export class TestParking {
  readonly app: Rasid;
  readonly customer: TestPerson;
  readonly company: number;
  private added = 0;

  private constructor(app: Rasid, customer: TestPerson, company: number) {
    this.app = app;
    this.customer = customer;
    this.company = company;
  }

  static async begin(): Promise<TestParking> {
    const app = await rasid({ start: true });
    const customer = await app.signIn('customer@rasid.test');
    const { reem } = await inSystem(app.kit.db, demoCompanies);
    await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [reem]));
    return new TestParking(app, customer, reem);
  }

  call(method: Parameters<TestPerson['call']>[0], path: string, body?: object) {
    return this.customer.call(method, `/sparking/api${path}`, body ? { body } : {});
  }

  private async made(path: string, body: object): Promise<number> {
    const answer = await this.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data.id;
  }

  location(fields: object = {}): Promise<number> {
    this.added++;
    return this.made('/location', { name: `Car park ${this.added}`, countryId: 233, ...fields });
  }

  async group(locationId: number, bays: number, fields: object = {}): Promise<number> {
    this.added++;
    const slots = { prefix: `G${this.added}-`, from: 1, to: bays, digits: 2, use: 'standard' };
    const name = `Group ${this.added}`;
    return this.made('/group', { locationId, name, ...(bays > 0 ? { slots } : {}), ...fields });
  }

  async baysOf(groupId: number): Promise<Bay[]> {
    return (await this.call('GET', `/slot?groupId=${groupId}&limit=100`)).body.data;
  }

  /** A bay of a car park of its own, among many of which nothing is known. */
  async bay(fields: object = {}, ofLocation: object = {}): Promise<Bay> {
    const [bay] = await this.baysOf(await this.group(await this.location(ofLocation), 10));
    if (!bay) throw new Error('no bay was made');
    if (Object.keys(fields).length > 0) {
      const changed = await this.call('PATCH', `/slot/${bay.id}`, fields);
      if (changed.status !== 200) throw new Error(`the bay answered ${JSON.stringify(changed.body)}`);
    }
    return bay;
  }

  async device(model: Model, structureId: number, spaceId: number | null, isActive = true): Promise<Reporter> {
    this.added++;
    const { rows } = await this.app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state, has_token, activation_at)
       VALUES ($1, 'sparking', 23, $2, $3, $3, $4, $5, 'installed', $6, CASE WHEN $6 THEN now() - interval '1 year' END) RETURNING id`,
      [this.company, model, `Parking ${this.added}`, structureId, spaceId, isActive],
    );
    const { id } = rows[0];
    const { name, secret } = (await this.call('PUT', `/device/${id}/credential`)).body.data;
    return { id, name, secret };
  }

  /** A radar in the bay. */
  sensor = ({ id, locationId }: Bay, isActive = true): Promise<Reporter> => this.device(2302, locationId, id, isActive);

  async channel(deviceId: number, channel: string, { id }: Pick<Bay, 'id'>, priority = 1): Promise<void> {
    await this.app.kit.pool.query(
      'INSERT INTO sparking_channel (company_id, device_id, channel, space_id, priority) VALUES ($1, $2, $3, $4, $5)',
      [this.company, deviceId, channel, id, priority],
    );
  }

  /** A group of a car park that is counted at its gate. */
  async counted(ofLocation: object = { countMode: 'counters', capacityDeclared: 100 }, bays = 0) {
    const location = await this.location(ofLocation);
    return { location, group: await this.group(location, bays), gate: await this.device(2304, location, null) };
  }

  /** Has a counter or a gate count a group. */
  feeds = (groupId: number, more: object) => this.call('POST', '/counter', { groupId, ...more });

  totals = (gate: Reporter, minutesAgo: number, passIn: number, passOut: number): Promise<void> =>
    this.send(gate, { ts: Date.now() - minutesAgo * minute, values: { passIn, passOut } });

  async send({ name, secret }: Reporter, body: unknown, path = '/v1/telemetry'): Promise<void> {
    const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    const { status, body: answer } = await this.app.anonymous.call('POST', path, { body, headers: { authorization } });
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(answer)}`);
  }

  occupied = (sensor: Reporter, ts: number, occupied: boolean, more: object = {}): Promise<void> =>
    this.send(sensor, { ts, values: { occupied, ...more } });

  async stays({ id }: Pick<Bay, 'id'>): Promise<Stay[]> {
    const { rows } = await this.app.kit.pool.query(
      `SELECT round(extract(epoch FROM from_at) * 1000)::float8 AS "from", round(extract(epoch FROM to_at) * 1000)::float8 AS "to", quality,
              end_quality AS "end", counted, charged_seconds AS charged FROM sparking_stay WHERE slot_id = $1 ORDER BY from_at`,
      [id],
    );
    return rows;
  }

  /** Looks at stays as if the time for that had come. */
  async look(...bays: readonly Pick<Bay, 'id'>[]): Promise<void> {
    await this.app.kit.pool.query(
      'UPDATE sparking_stay SET due_at = now() WHERE slot_id = ANY ($1) AND due_at IS NOT NULL',
      [bays.map(({ id }) => id)],
    );
    await dueDone(this.app, [dueStays]);
  }

  /** As if car parks had been there since then, and nothing had been counted. */
  async since(at: number, ...locations: readonly number[]): Promise<void> {
    const { pool } = this.app.kit;
    const values = [locations, new Date(at).toISOString()];
    await pool.query('UPDATE sparking_slot_version SET from_at = $2 WHERE location_id = ANY ($1)', values);
    await pool.query('UPDATE sparking_hours SET from_at = $2 WHERE location_id = ANY ($1)', values);
    await this.uncounted(at, ...locations);
  }

  /** As if nothing since then had been counted. */
  async uncounted(at: number, ...locations: readonly number[]): Promise<void> {
    await this.app.kit.pool.query(
      `UPDATE sparking_counted SET counted_until = date_bin('15 minutes', $2::timestamptz, 'epoch'), due_at = now() WHERE id = ANY ($1)`,
      [locations, new Date(at).toISOString()],
    );
  }

  /** Counts the quarters that have ended, and those again of which reports came late. */
  async count(): Promise<void> {
    await this.app.kit.pool.query('UPDATE sparking_recount SET due_at = now()');
    await dueDone(this.app, [dueQuarters, dueRecounts]);
  }

  /** The quarters of a car park that are counted, by group; 0: all of it. */
  async quarters(locationId: number, groupId = 0): Promise<Quarter[]> {
    const { rows } = await this.app.kit.pool.query(
      `SELECT round(extract(epoch FROM at) * 1000)::float8 AS at, open_seconds AS open, occupied_seconds AS occupied, free_seconds AS free,
              arrivals, departures, corrections, max_occupied AS max FROM sparking_quarter WHERE location_id = $1 AND group_id = $2 ORDER BY at`,
      [locationId, groupId],
    );
    return rows;
  }

  /** The open alarms at a car park, whichever of its bays they are about. */
  async alarms(structureId: number): Promise<string[]> {
    const { rows } = await this.app.kit.pool.query(
      `SELECT kind || ' ' || severity || ' ' || condition AS text FROM alarm
        WHERE structure_id = $1 AND app = 'sparking' AND disposition IN ('open', 'escalated') ORDER BY 1`,
      [structureId],
    );
    return rows.map(({ text }) => text);
  }
}

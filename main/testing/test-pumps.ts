import { stateIntervals } from '#core/states/server/api.ts';
import { inSystem, queryText, type Tx } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid } from '../testing.ts';

const byHand = 9004;

/** What a sensor reported or a person said. */
export type PumpReport = { at: number; value: number | null; by: 'sensor' | 'heartbeat' | 'person' };

export const second = 1000;
export const hour = 3600 * second;
export const sensor = (at: number, value: number | null): PumpReport => ({ at, value, by: 'sensor' });

/** An interval of a device. */
export type Shown = [from: number, to: number | null, value: number | null, quality: string];

/** Devices whose pump has states, of a server without workers: what is due is done when a test says so. */
export class TestPumps {
  readonly app: Rasid;
  readonly ids: readonly number[];
  readonly model = 90201;
  readonly sensorId = 9005;
  private readonly company: number;

  private constructor(app: Rasid, devices: readonly { id: number; company: number }[]) {
    const [first] = devices;
    if (!first) throw new Error('no device was added');
    this.app = app;
    this.ids = devices.map(({ id }) => id);
    this.company = first.company;
  }

  static async add(count: number): Promise<TestPumps> {
    const app = await rasid();
    const { rows } = await app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
       SELECT (SELECT min(company_id) FROM device), 'sample', 902, $1, 'Pump', 'C0000000' || lpad(n::text, 4, '0'), 'inventory'
         FROM generate_series(1, $2::integer) n RETURNING id, company_id AS company`,
      [90201, count],
    );
    return new TestPumps(app, rows);
  }

  get first(): number {
    return this.ids[0] ?? 0;
  }

  async forget(): Promise<void> {
    for (const table of ['reading', 'state_interval', 'state_current', 'state_correction'])
      await this.app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = ANY ($1)`, [this.ids]);
  }

  /** Stores reports of each of the devices, as a batch or a correction does. */
  async store(tx: Tx, reports: readonly PumpReport[], devices: readonly number[]): Promise<void> {
    const insert = (text: string, wanted: readonly PumpReport[], sensorId: number, ...more: number[]) =>
      queryText(tx, {
        text: `${text} FROM unnest($1::integer[]) d, unnest($3::float8[], $4::float8[]) n (t, v) ON CONFLICT DO NOTHING`,
        values: [devices, sensorId, wanted.map(({ at }) => at), wanted.map(({ value }) => value), ...more],
      });
    const sensed = reports.filter(({ by }) => by !== 'person');
    const alive = reports.filter(({ by }) => by === 'heartbeat').map((report) => ({ ...report, value: 1 }));
    const said = reports.filter(({ by }) => by === 'person');
    const reading = 'INSERT INTO reading (device_id, sensor_id, time, value) SELECT d, $2, to_timestamp(t / 1000), v';
    await insert(reading, sensed, this.sensorId);
    await insert(reading, alive, byHand);
    await insert(
      `INSERT INTO state_correction (company_id, device_id, sensor_id, channel, time, value, reason, user_id)
       SELECT $5, d, $2, '', to_timestamp(t / 1000), v, 'Seen', 1`,
      said,
      this.sensorId,
      this.company,
    );
  }

  async shown(device = this.first, channel = ''): Promise<Shown[]> {
    const of = { devices: [device], sensorId: this.sensorId, from: 0, to: Date.now() + hour };
    const found = await inSystem(this.app.kit.db, (tx) => stateIntervals(tx, of));
    return (found.get(device) ?? [])
      .filter((one) => one.channel === channel)
      .map(({ from, to, value, quality }) => [from, to, value, quality]);
  }
}

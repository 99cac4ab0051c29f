import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import pg from 'pg';

/**
 * The baseline: the same broker and one batch insert. It has no sign-in against the database, no decoding by device, no
 * newest values, no rules and no events. The acknowledgement waits for the commit.
 */
const [url = '', port = '0'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
await pool.query(
  'CREATE TABLE bare_reading (device_id integer, sensor_id integer, time timestamptz, value double precision, PRIMARY KEY (device_id, sensor_id, time))',
);

type PendingMessage = { device: number; payload: Buffer; done: (error: Error | null) => void };
const lanes: { waiting: PendingMessage[]; running: boolean }[] = [
  { waiting: [], running: false },
  { waiting: [], running: false },
];
const keys = ['level', 'fillPercent', 'temperature'];

async function drain(lane: (typeof lanes)[number]): Promise<void> {
  while (lane.waiting.length) {
    const batch = lane.waiting.splice(0, 6000);
    let devices = '';
    let sensors = '';
    let times = '';
    let values = '';
    for (const { device, payload } of batch) {
      const { ts, values: measured } = JSON.parse(payload.toString()) as { ts: number; values: Record<string, number> };
      for (const [sensor, key] of keys.entries()) {
        const comma = devices ? ',' : '';
        devices += comma + device;
        sensors += comma + sensor;
        times += comma + ts;
        values += comma + measured[key];
      }
    }
    const insert = pool.query({
      name: 'bare',
      text: 'INSERT INTO bare_reading SELECT d, s, to_timestamp(t / 1000.0), v FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::float8[]) AS n(d, s, t, v) ON CONFLICT DO NOTHING',
      values: [`{${devices}}`, `{${sensors}}`, `{${times}}`, `{${values}}`],
    });
    const error = await insert.then(
      () => null,
      (failure: Error) => failure,
    );
    for (const { done } of batch) done(error);
  }
  lane.running = false;
}

const devices = new WeakMap<object, number>();
let deviceCount = 0;
const broker = await Aedes.createBroker({
  authenticate(client, _name, _password, done) {
    devices.set(client, deviceCount++);
    done(null, true);
  },
  authorizePublish(client, packet, done) {
    const device = (client && devices.get(client)) ?? 0;
    const lane = lanes[device % 2] as (typeof lanes)[number];
    lane.waiting.push({ device, payload: packet.payload as Buffer, done });
    if (lane.running) return;
    lane.running = true;
    setTimeout(() => void drain(lane), 3);
  },
});
const server = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
server.listen(Number(port), '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('message', (message) => {
  if (message === 'memory') process.send?.({ memoryKb: Math.round(process.memoryUsage.rss() / 1024) });
  else process.exit(0);
});

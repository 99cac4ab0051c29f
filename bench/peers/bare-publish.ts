import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import pg from 'pg';

/**
 * The baselines of unlocking: a broker that passes on what is published, and a server that inserts one row at a request and
 * publishes after the commit. They have no accounts, no permissions and no states of commands.
 */
const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
await pool.query('DROP TABLE IF EXISTS bare_order');
await pool.query('CREATE TABLE bare_order (id bigserial PRIMARY KEY, device_id integer, at timestamptz DEFAULT now())');

const broker = await Aedes.createBroker();
const mqtt = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
const http = createHttp(async (_request, response) => {
  await pool.query('INSERT INTO bare_order (device_id) VALUES (1)');
  broker.publish(
    { cmd: 'publish', topic: 'order', payload: Buffer.from('{}'), qos: 1, dup: false, retain: false },
    (error) => response.writeHead(error ? 500 : 200).end(),
  );
});
const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;
mqtt.listen(0, '127.0.0.1', () =>
  http.listen(0, '127.0.0.1', () => process.send?.({ mqtt: portOf(mqtt), http: portOf(http) })),
);
process.on('message', () => process.exit(0));

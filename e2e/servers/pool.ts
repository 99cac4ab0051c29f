/*
 * The servers of the journeys, run by Playwright as its web server. Each file of journeys leases a product with a
 * database of its own, copied from one template with the demo data. `GET /ready` answers once a product is warm;
 * `POST /lease` takes a `LeaseRequest`, ends what its slot held before, and answers with a `Lease`.
 */
import '../../tools/end-with-parent.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { freePort } from '#main/testing/test-servers.ts';
import { testDatabase } from '#platform/server/postgres/test-database.ts';
import { startTestPostgres } from '../../tools/tests/postgres-server.ts';
import { productionWeb } from '../../tools/web/build-web.mjs';
import { startHost } from './host-process.ts';
import type { Lease, LeaseRequest } from './lease.ts';

const port = Number(process.env.E2E_PORT ?? 4100);
const dataDir = `.data/e2e-${port}`;

rmSync(dataDir, { recursive: true, force: true });
/** The web app is built while the database of the demo is filled. */
const built = buildWeb();
const postgres = await startTestPostgres(300);

async function buildWeb(): Promise<void> {
  const build = spawn(process.execPath, ['tools/web/build-web.mjs', '--if-stale'], { stdio: 'inherit' });
  const [code] = await once(build, 'close');
  // The build has written why it failed.
  if (code !== 0) process.exit(1);
}

type Running = { lease: Lease; end(): Promise<void> };
type Open = { serve(): Promise<Running>; end(): Promise<void> };

/** Two processes take turns, so that the products of two workers rarely share a core. */
const hosts = [startHost(), startHost()] as const;
let opened = 0;

async function openProduct(): Promise<Open> {
  const host = hosts[opened++ % 2 === 0 ? 0 : 1];
  const database = await testDatabase(postgres.url, (databaseUrl) => host.call({ call: 'fill', databaseUrl, dataDir }));
  await built;
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const id = String(httpPort);
  const end = async () => {
    await host.call({ call: 'stop', id });
    await database.drop();
  };
  try {
    await host.call({
      call: 'open',
      id,
      spec: { databaseUrl: database.url, dataDir, httpPort, mqttPort, webFolder: productionWeb },
    });
  } catch (error) {
    await database.drop();
    throw error;
  }
  return {
    async serve() {
      await host.call({ call: 'listen', id });
      return { lease: { url: `http://localhost:${httpPort}`, mqttPort, databaseUrl: database.url }, end };
    },
    end,
  };
}

/** One product is ready before it is asked for. */
let warm = openProduct();
const held = new Map<number, Running>();
const endings = new Set<Promise<void>>();

function takeWarm(): Promise<Open> {
  const taken = warm;
  // The next one is prepared while the journeys of this one run.
  warm = taken.then(() => openProduct());
  warm.catch(() => undefined);
  return taken;
}

async function lease({ slot }: LeaseRequest): Promise<Lease> {
  const previous = held.get(slot);
  held.delete(slot);
  if (previous) endLater(previous);
  const product = await takeWarm();
  const running = await product.serve();
  held.set(slot, running);
  return running.lease;
}

function endLater({ end }: Running): void {
  const ending = end().catch((error: Error) => console.error(`A product did not stop: ${error.message}`));
  endings.add(ending);
  void ending.finally(() => endings.delete(ending));
}

const server = createServer(async (request, reply) => {
  try {
    if (request.url === '/ready') await warm;
    const chunks = request.url === '/lease' ? await request.toArray() : [];
    const answer = chunks.length > 0 ? await lease(JSON.parse(Buffer.concat(chunks).toString())) : {};
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    reply.writeHead(500).end(error instanceof Error ? error.stack : String(error));
  }
}).listen(port, 'localhost');

async function stop(): Promise<void> {
  server.close();
  for (const running of held.values()) endLater(running);
  await Promise.allSettled([warm.then(({ end }) => end()), ...endings]);
  await Promise.all(hosts.map((host) => host.stop()));
  await postgres.stop();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import type { Stop } from '#platform/server/kit.ts';
import { isDatabaseAway } from '#platform/server/postgres/database-loss.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { apps } from './apps.ts';
import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { startProduct } from './product.ts';
import { Unavailable } from './resilience/unavailable.ts';
import { listenOrFail, openStartupServer, type StartupServer, untilAvailable } from './startup.ts';

/** The exit code for a start that only an operator can fix. tools/start.mjs does not restart after it. */
const cannotStart = 78;

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '../dist/web');
const stops: Stop[] = [];
let stopped: Promise<never> | undefined;

/** Stops everything in reverse order. A second call waits for the first. */
function stopAll(code: number): Promise<never> {
  stopped ??= (async () => {
    // The process exits even if a stop hangs. The data is safe in PostgreSQL at any time.
    setTimeout(() => process.exit(code || 1), 15_000).unref();
    for (const stop of stops.reverse()) await stop().catch((error: Error) => console.error(error.message));
    process.exit(code);
  })();
  return stopped;
}

async function assertFree(port: number, host: string, name: string): Promise<void> {
  const probe = createServer();
  await listenOrFail(probe, port, host, name);
  await new Promise((resolve) => probe.close(resolve));
}

function assertAppsExist(hidden: readonly string[]): void {
  const appIds = apps.filter((app) => app.kind === 'solution').map((app) => app.id);
  const variable = (id: string) => `HIDE_${id.toUpperCase().replaceAll('-', '_')}`;
  for (const id of hidden)
    if (!appIds.includes(id))
      throw new Error(`${variable(id)} names no app: there are ${appIds.map(variable).join(', ')}.`);
}

async function run(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: undefined });
  assertAppsExist(config.hidden);
  const startupServer = await openStartupServer(config.port, config.host);
  stops.push(startupServer.close);
  if (config.roles.includes('gateway')) {
    await assertFree(config.mqttPort, config.host, 'MQTT_PORT');
    await assertFree(config.siaPort, config.host, 'SIA_PORT');
  }
  const reportReason = (reason: string) => {
    startupServer.setReason(reason);
    if (!stopped) console.error(`Waiting: ${reason}`);
  };
  const postgres = config.databaseUrl ? null : await untilAvailable(() => startOwnPostgres(config, log), reportReason);
  await untilAvailable(() => startServing(config, log, startupServer, postgres), reportReason);
  printReady(config);
}

function startOwnPostgres({ dataDir }: Config, log: Logger): Promise<PrivatePostgres> {
  openDataFolder(dataDir);
  const starting = startPrivatePostgres({
    dataDir,
    log: { info: (message) => log.debug(message), error: (message) => log.error(message) },
  });
  // A signal may arrive while PostgreSQL starts.
  stops.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  return starting;
}

/** Starts the product on its database and listens. Stops everything again when it fails, so that it can be retried. */
async function startServing(
  config: Config,
  log: Logger,
  startupServer: StartupServer,
  postgres: PrivatePostgres | null,
): Promise<void> {
  try {
    const product = await startProduct(config, {
      databaseUrl: config.databaseUrl ?? (postgres as PrivatePostgres).url,
      log,
      trouble: postgres?.trouble,
      webFolder: existsSync(webFolder) ? webFolder : null,
    });
    await startupServer.close();
    await product.listen().catch(async (error: Error) => {
      await product.stop();
      throw error;
    });
    stops.push(product.stop);
  } catch (error) {
    throw withDatabaseName(config, error);
  }
}

/** Whether it is an error response of PostgreSQL or an unknown host name. */
const isDatabaseError = (error: unknown) =>
  error instanceof Error && ('severity' in error || ('code' in error && error.code === 'ENOTFOUND'));

/** Adds the name of the database to its errors. Errors of NATS already contain its name. */
function withDatabaseName(config: Config, error: unknown): unknown {
  const isDatabase = isDatabaseAway(error) || isDatabaseError(error) || isDatabaseError((error as Error).cause);
  if (error instanceof Unavailable || !isDatabase) return error;
  const reason = (error as Error).message || String(error);
  const which = config.databaseUrl ? 'The database of DATABASE_URL' : 'The private database';
  return new Unavailable(`${which} cannot be used: ${reason}.`, error, isDatabaseAway(error));
}

function printReady(config: Config) {
  console.log(`\nRasid is ready: ${config.publicUrl}   (MQTT on port ${config.mqttPort})`);
  if (!config.demo) return;
  console.log('Demo sign-ins, password Rasid@2026:');
  for (const line of [
    'super@rasid.test       Super Admin',
    'finance@rasid.test     Financial Admin',
    'integrator@rasid.test  Integrator with two customers',
    'customer@rasid.test    Customer, company admin',
    'viewer@rasid.test      Viewer in that Customer',
    'other@rasid.test       an unrelated Customer',
  ])
    console.log(`  ${line}`);
}

// Closing a terminal sends SIGHUP, Ctrl-C SIGINT, both to all of its processes; npm may send them a second time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll(0));
try {
  await run(readConfig(process.env));
} catch (error) {
  console.error((error as Error).message);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  await stopAll(cannotStart);
}

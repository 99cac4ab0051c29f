import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import { isDatabaseAway } from '#platform/server/database-loss.ts';
import type { Stop } from '#platform/server/kit.ts';
import { startMail } from '#platform/server/mail.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#platform/server/private-postgres.ts';
import { apps } from './apps.ts';
import { mailBrand, readSiteSettings } from './brand.ts';
import { loadDemo, openHttp, openKit, openWatch, startSimulators, startSlices } from './compose.ts';
import { type Config, openDataFolder, readConfig, readSecrets } from './config.ts';
import { Unavailable } from './unavailable.ts';
import { type FrontDoor, listening, openFrontDoor, untilAvailable } from './waiting.ts';

/** The exit code for a start that only a person can mend; tools/start.mjs knows it, and does not try again. */
const cannotStart = 78;

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '../dist/web');
const stops: Stop[] = [];
let stopped: Promise<never> | undefined;

/** Stops everything in reverse order, once: a second signal waits for the first. */
function stopAll(code: number): Promise<never> {
  stopped ??= (async () => {
    // Whatever hangs must not keep the process: the data is safe in PostgreSQL at any moment.
    setTimeout(() => process.exit(code || 1), 15_000).unref();
    for (const stop of stops.reverse()) await stop().catch((error: Error) => console.error(error.message));
    process.exit(code);
  })();
  return stopped;
}

async function assertFree(port: number, host: string, name: string): Promise<void> {
  const probe = createServer();
  await listening(probe, port, host, name);
  await new Promise((resolve) => probe.close(resolve));
}

function assertKnown(hidden: readonly string[]): void {
  const known = apps.filter((app) => app.kind === 'solution').map((app) => app.id);
  const variable = (id: string) => `HIDE_${id.toUpperCase().replaceAll('-', '_')}`;
  for (const id of hidden)
    if (!known.includes(id))
      throw new Error(`${variable(id)} names no app: there are ${known.map(variable).join(', ')}.`);
}

async function run(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: undefined });
  assertKnown(config.hidden);
  const door = await openFrontDoor(config.port, config.host);
  stops.push(door.close);
  if (config.roles.includes('gateway')) await assertFree(config.mqttPort, config.host, 'MQTT_PORT');
  const tell = (reason: string) => {
    door.tell(reason);
    if (!stopped) console.error(`Waiting: ${reason}`);
  };
  const postgres = config.databaseUrl ? null : await untilAvailable(() => startOwnPostgres(config, log), tell);
  await untilAvailable(() => startServing(config, log, door, postgres), tell);
  announce(config);
}

function startOwnPostgres({ dataDir }: Config, log: Logger): Promise<PrivatePostgres> {
  openDataFolder(dataDir);
  const starting = startPrivatePostgres({
    dataDir,
    log: { info: (message) => log.debug(message), error: (message) => log.error(message) },
  });
  // A signal may come while it starts.
  stops.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  return starting;
}

/** Everything that needs the database. Leaves nothing running when it fails, so that it can be tried again. */
async function startServing(
  config: Config,
  log: Logger,
  door: FrontDoor,
  postgres: PrivatePostgres | null,
): Promise<void> {
  const own: Stop[] = [];
  try {
    const site = readSiteSettings(config.brand, config.hidden, config);
    openDataFolder(config.dataDir);
    const { jwtKey: signing, sealingKey: sealing } = readSecrets(config.dataDir);
    const { kit, close } = await openKit({
      ...config,
      databaseUrl: config.databaseUrl ?? (postgres as PrivatePostgres).url,
      secrets: { signing, sealing },
      settings: { ...config, hiddenApps: site.hidden, brand: mailBrand(site) },
      log,
      trouble: postgres?.trouble,
    });
    own.push(close);
    if (config.demo) await loadDemo(kit);
    own.push(await startSlices(kit, new Set(site.hidden)));
    if (config.roles.includes('worker')) own.push(startMail(kit, config.smtpUrl));
    const { metricsToken, apiDocs } = config;
    const http = config.roles.includes('api')
      ? await openHttp(kit, { site, metricsToken, apiDocs, webFolder: existsSync(webFolder) ? webFolder : null })
      : await openWatch(kit, metricsToken);
    own.push(() => http.close());
    await http.ready();
    await door.close();
    await http.listen({ port: config.port, host: config.host });
    if (config.demo && config.roles.includes('gateway')) own.push(await startSimulators(kit));
    stops.push(...own);
  } catch (error) {
    for (const stop of own.reverse())
      await stop().catch((failure: Error) => log.warn({ err: failure }, 'a failed start could not be undone'));
    throw namingDatabase(config, error);
  }
}

/** What PostgreSQL answered, or that its name is unknown. */
const isOfDatabase = (error: unknown) =>
  error instanceof Error && ('severity' in error || ('code' in error && error.code === 'ENOTFOUND'));

/** Says which database it is that a start failed on; NATS is named already. */
function namingDatabase(config: Config, error: unknown): unknown {
  const isDatabase = isDatabaseAway(error) || isOfDatabase(error) || isOfDatabase((error as Error).cause);
  if (error instanceof Unavailable || !isDatabase) return error;
  const reason = (error as Error).message || String(error);
  const which = config.databaseUrl ? 'The database of DATABASE_URL' : 'The private database';
  return new Unavailable(`${which} cannot be used: ${reason}.`, error, isDatabaseAway(error));
}

function announce(config: Config) {
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

process.on('SIGINT', () => void stopAll(0));
process.on('SIGTERM', () => void stopAll(0));
try {
  await run(readConfig(process.env));
} catch (error) {
  console.error((error as Error).message);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  await stopAll(cannotStart);
}

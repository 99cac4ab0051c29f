import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { Stop } from '#platform/server/kit.ts';
import { startMail } from '#platform/server/mail.ts';
import { startPrivatePostgres } from '#platform/server/private-postgres.ts';
import { readSiteSettings } from './brand.ts';
import { loadDemo, openHttp, openKit, openWatch, startSlices } from './compose.ts';
import { type Config, readConfig, readSecrets } from './config.ts';
import { startVirtualDevices } from './simulator.ts';

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

/** Fails with one clear sentence when somebody else has the port. */
function assertFree(port: number, host: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new Error(
            error.code === 'EADDRINUSE'
              ? `Port ${port} is taken: stop what uses it or set ${name} to another port.`
              : `Cannot listen on ${host}:${port}: ${error.message}.`,
          ),
        ),
      )
      .listen(port, host, () => probe.close(() => resolve()));
  });
}

async function run(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: undefined });
  const site = readSiteSettings(config.brand, config.hidden, config);
  const roles = new Set(config.roles);
  await assertFree(config.port, config.host, 'PORT');
  if (roles.has('gateway')) await assertFree(config.mqttPort, config.host, 'MQTT_PORT');
  const { jwtKey: signing, sealingKey: sealing } = readSecrets(config.dataDir);
  let databaseUrl = config.databaseUrl;
  if (!databaseUrl) {
    const postgres = await startPrivatePostgres({
      dataDir: config.dataDir,
      log: { info: (message) => log.debug(message) },
    });
    stops.push(postgres.stop);
    databaseUrl = postgres.url;
  }
  const { kit, close } = await openKit({
    databaseUrl,
    natsUrl: config.natsUrl,
    roles: config.roles,
    secrets: { signing, sealing },
    publicUrl: config.publicUrl,
    settings: {
      host: config.host,
      mqttPort: config.mqttPort,
      demo: config.demo,
      smsUrl: config.smsUrl,
      smsToken: config.smsToken,
      geocoderUrl: config.geocoderUrl,
    },
    log,
  }).catch((error: Error) => {
    throw config.databaseUrl && !stopped
      ? new Error(`The database of DATABASE_URL cannot be used: ${error.message || String(error)}.`, { cause: error })
      : error;
  });
  stops.push(close);
  if (config.demo) await loadDemo(kit);
  stops.push(await startSlices(kit, new Set(site.hidden)));
  if (roles.has('worker')) stops.push(startMail(kit, config.smtpUrl));
  const { metricsToken } = config;
  const http = roles.has('api')
    ? await openHttp(kit, { site, metricsToken, webFolder: existsSync(webFolder) ? webFolder : null })
    : await openWatch(kit, metricsToken);
  await http.listen({ port: config.port, host: config.host });
  stops.push(() => http.close());
  if (config.demo && roles.has('gateway')) stops.push(await startVirtualDevices(kit));
  announce(config);
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
  await stopAll(1);
}

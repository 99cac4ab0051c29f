/* A process that runs products for the pool. They share its modules, which take longer to load than a product to start. */
import { mkdirSync } from 'node:fs';
import pino from 'pino';
import { rollUp } from '#core/telemetry/server/statistics/rollup.ts';
import { mailBrand, readSiteSettings } from '#main/brand.ts';
import { openKit } from '#main/compose.ts';
import { readConfig } from '#main/config.ts';
import { readSecrets } from '#main/data-folder.ts';
import { loadDemo } from '#main/load-demo.ts';
import { type StartedProduct, startProduct } from '#main/product.ts';
import { settleDemo } from '#main/testing/demo/settle-demo.ts';

/** Where a product runs and which build of the web app it serves. */
export type ProductSpec = {
  databaseUrl: string;
  dataDir: string;
  httpPort: number;
  mqttPort: number;
  webFolder: string;
};
export type HostCall =
  | { call: 'fill'; databaseUrl: string; dataDir: string }
  | { call: 'open'; id: string; spec: ProductSpec }
  | { call: 'listen' | 'stop'; id: string };
export type HostRequest = HostCall & { request: number };
export type HostReply = { request: number; error?: string };

const log = pino({ level: 'warn', base: undefined });
const products = new Map<string, StartedProduct>();

/** Journeys wait for no report of a device of the demo, and no fault of one may disturb them. */
const demoPauses = 20;
/** Hundreds of sensors that sign in at once would keep a product busy for its first minute; journeys add their own. */
const demoStill = ['sparking', 'rodent', 'defcon'];

const configOf = ({ dataDir, httpPort = 0, mqttPort = 0 }: Partial<ProductSpec>) => ({
  ...readConfig({
    PORT: String(httpPort),
    MQTT_PORT: String(mqttPort),
    SIA_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // The receivers of webhooks run on this machine.
    PRIVATE_CALLS: '1',
    // Nothing is loaded from other servers.
    MAP_TILES_URL: 'none',
  }),
  demoPauses,
  demoStill,
  // As much as readings have by default; every copy of the database costs time.
  demoHistoryDays: 40,
});

/** Migrates a database and fills it with the demo data. */
async function fill(databaseUrl: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const config = configOf({ dataDir });
  const site = readSiteSettings(config.brand, config.hidden, config);
  const { jwtKey: signing, sealingKey: sealing } = readSecrets(dataDir);
  const { kit, close } = await openKit({
    ...config,
    databaseUrl,
    secrets: { signing, sealing },
    settings: { ...config, hiddenApps: site.hidden, brand: mailBrand(site) },
    installation: { ...config, numbers: site.brand.numbers },
    log,
  });
  try {
    await loadDemo(kit);
    // Otherwise each copy would sum up the history of the demo itself, in the first minutes of its journeys.
    await rollUp(kit);
    await settleDemo(kit);
    // The copies have the statistics of their template; without them every plan is a guess.
    await kit.pool.query('VACUUM ANALYZE');
  } finally {
    await close();
  }
}

async function perform(message: HostCall): Promise<void> {
  if (message.call === 'fill') return fill(message.databaseUrl, message.dataDir);
  if (message.call === 'open') {
    const { databaseUrl, webFolder } = message.spec;
    products.set(message.id, await startProduct(configOf(message.spec), { databaseUrl, webFolder, log }));
    return;
  }
  const product = products.get(message.id);
  if (!product) throw new Error(`There is no product ${message.id}.`);
  if (message.call === 'listen') return product.listen();
  products.delete(message.id);
  await product.stop();
}

process.on('message', (message: HostRequest) => {
  const reply = (error?: string) => process.send?.({ request: message.request, ...(error ? { error } : {}) });
  perform(message).then(
    () => reply(),
    (error: Error) => reply(error.stack ?? error.message),
  );
});
// The pool stops the products first.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);

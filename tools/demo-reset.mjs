import pino from 'pino';
import { readSiteSettings } from '#main/brand.ts';
import { openKit } from '#main/compose.ts';
import { readConfig } from '#main/config.ts';
import { readSecrets } from '#main/data-folder.ts';
import { loadDemo } from '#main/load-demo.ts';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';

async function reset() {
  const config = readConfig(process.env);
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: only the private database of DATA_DIR is ever reset.');
  const { dataDir } = config;
  await removePrivatePostgres(dataDir);
  const log = pino({ level: 'warn' });
  const postgres = await startPrivatePostgres({ dataDir, log });
  try {
    await load(config, postgres.url, log);
  } finally {
    await postgres.stop();
  }
  console.log(`The private database in ${dataDir} is new and holds the demo data.`);
}

async function load({ dataDir, publicUrl, host, mqttPort, brand, hidden }, databaseUrl, log) {
  const { jwtKey: signing, sealingKey: sealing } = readSecrets(dataDir);
  const settings = { host, mqttPort, demo: true, hiddenApps: readSiteSettings(brand, hidden).hidden };
  const { kit, close } = await openKit({
    databaseUrl,
    roles: [],
    secrets: { signing, sealing },
    publicUrl,
    settings,
    log,
  });
  await loadDemo(kit).finally(close);
}

await reset().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

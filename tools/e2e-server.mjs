import { rmSync } from 'node:fs';
import { readConfig } from '#main/config.ts';
import { removePrivatePostgres } from '#platform/server/private-postgres.ts';
import { buildWebIfStale } from './build-web.mjs';

// The journeys use fresh demo data in a separate folder.
const { dataDir } = readConfig(process.env);
await removePrivatePostgres(dataDir);
rmSync(dataDir, { recursive: true, force: true });
buildWebIfStale();
await import('#main/server.ts');

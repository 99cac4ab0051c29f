import { resolve } from 'node:path';
import { readConfig } from '#main/config.ts';
import { backUp } from '#platform/server/backup/backup.ts';
import { recordBackup } from '#platform/server/backup/last-backup.ts';

const [file] = process.argv.slice(2);
// The folder in which the person ran npm.
const workingFolder = process.env.INIT_CWD ?? process.cwd();
try {
  if (!file) throw new Error('Usage: npm run backup -- FILE');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new Error('DATABASE_URL is set: back up that database with pg_dump, and keep secrets.json.');
  await backUp(dataDir, resolve(workingFolder, file));
  recordBackup(dataDir);
  console.log(`The database and the secrets of ${dataDir} are in ${file}: keep it where only you can read it.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

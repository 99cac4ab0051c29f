import { resolve } from 'node:path';
import { restore } from '#platform/server/backup/backup.ts';

const [file, folder] = process.argv.slice(2);
// The folder in which the person ran npm.
const workingFolder = process.env.INIT_CWD ?? process.cwd();
try {
  if (!file || !folder) throw new Error('Usage: npm run restore -- FILE FOLDER');
  const dataDir = resolve(workingFolder, folder);
  await restore(resolve(workingFolder, file), dataDir);
  console.log(`The data folder ${dataDir} is restored. Start the server with it: DATA_DIR=${dataDir} npm start`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Creates the data folder if it is missing and checks that it is writable. Throws an Error with one sentence. A full disk
 * is thrown with its error code.
 */
export function openDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.probe.${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EEXIST', 'ENOTDIR'].includes(code))
      throw new Error(`The data folder ${dataDir} is a file: set DATA_DIR to a folder.`);
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code))
      throw new Error(
        `The data folder ${dataDir} cannot be written to: start as its owner, or set DATA_DIR to another folder.`,
      );
    throw error;
  }
}

/**
 * The keys of this installation, created at the first start. Losing `secrets.json` ends every session and makes
 * encrypted values unreadable.
 */
export function readSecrets(dataDir: string): { jwtKey: Uint8Array; sealingKey: Uint8Array } {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  const stored = readStored(file) ?? createOnce(file, { jwtKey: newKey(), sealingKey: newKey() });
  return { jwtKey: Buffer.from(stored.jwtKey, 'base64'), sealingKey: Buffer.from(stored.sealingKey, 'base64') };
}

const newKey = () => randomBytes(32).toString('base64');
const storedSecrets = z.object({ jwtKey: z.base64().length(44), sealingKey: z.base64().length(44) });
type StoredSecrets = z.infer<typeof storedSecrets>;

function readStored(file: string): StoredSecrets | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The secrets in ${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return storedSecrets.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${file} is damaged: restore it from a backup, or delete it to end every session and lose what was sealed.`,
    );
  }
}

// Two processes may start for the first time in one folder. A link never replaces a file, so both use the same keys.
function createOnce(file: string, secrets: StoredSecrets): StoredSecrets {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readStored(file) ?? secrets;
  } finally {
    rmSync(draft);
  }
}

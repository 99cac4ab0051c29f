import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-backup');

/** Records in the data folder that a backup has succeeded. */
export const recordBackup = (dataDir: string): void => writeFileSync(fileIn(dataDir), '');

/** When the last backup succeeded, in ms; null if none has. */
export const lastBackupAt = (dataDir: string): number | null =>
  statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? null;

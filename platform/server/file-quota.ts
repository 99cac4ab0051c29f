import { sql } from 'kysely';
import { megabyte } from '../common/upload.ts';
import type { Tx } from './database.ts';
import { refuse } from './refuse.ts';

/** What a company may keep in all, in bytes, and how many files it may add in a day. */
export type FileQuota = { bytes: number; filesPerDay: number };
export const defaultQuota: FileQuota = { bytes: 10 * 1024 * megabyte, filesPerDay: 5000 };

/** Refuses once a company, with what this transaction has added, keeps more than it may. */
export async function assertWithinQuota(tx: Tx, companyId: number, quota = defaultQuota): Promise<void> {
  const found = await sql<{ bytes: number; files: number }>`
    SELECT bytes, files FROM file_use WHERE company_id = ${companyId}`.execute(tx);
  const { bytes = 0, files = 0 } = found.rows[0] ?? {};
  if (bytes > quota.bytes) throw refuse(409, 'file-quota', { megabytes: Math.floor(quota.bytes / megabyte) });
  if (files > quota.filesPerDay) throw refuse(429, 'files-today', { count: quota.filesPerDay });
}

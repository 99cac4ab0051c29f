import { megabyte } from '../../common/upload.ts';
import type { Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';

/** The quota of a company: bytes in total, and files per day. */
export type FileQuota = { bytes: number; filesPerDay: number };
export const defaultQuota: FileQuota = { bytes: 10 * 1024 * megabyte, filesPerDay: 5000 };

/** Refuses if the company exceeds its quota, including what this transaction added. */
export async function assertWithinQuota(tx: Tx, companyId: number, quota = defaultQuota): Promise<void> {
  const found = await tx
    .selectFrom('fileUse')
    .select(['bytes', 'files'])
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  const { bytes = 0, files = 0 } = found ?? {};
  if (bytes > quota.bytes) throw refuse(409, 'file-quota', { megabytes: Math.floor(quota.bytes / megabyte) });
  if (files > quota.filesPerDay) throw refuse(429, 'files-today', { count: quota.filesPerDay });
}

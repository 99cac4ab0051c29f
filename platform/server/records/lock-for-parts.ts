import { sql } from 'kysely';
import { changeableCompany } from '../http/company-access.ts';
import type { Context } from '../serve.ts';

type Owned = { id: number; companyId: number };

/**
 * Locks a record for a change of its parts, such as its documents or its webhook, and returns it. A provider must have
 * selected the client that owns it.
 */
export async function lockForParts<Record extends Owned>(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  table: string,
  record: Record,
): Promise<Record> {
  changeableCompany(actor, record.companyId);
  await sql`SELECT FROM ${sql.table(table)} WHERE id = ${record.id} FOR UPDATE`.execute(tx);
  return record;
}

import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Fitting, Subject } from '../common/fitting.ts';
import { carrierRecords } from './carriers.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;

/** The names of records by their kinds and ids, as far as the caller may see them, with one call for each kind. */
export async function subjectNames(context: Reading, subjects: readonly Subject[]) {
  const names = new Map<string, string>();
  for (const [type, of] of Map.groupBy(subjects, (one) => one.type)) {
    const ids = [...new Set(of.map(({ id }) => id))];
    for (const { id, name } of await carrierRecords(type)(context, ids)) names.set(`${type} ${id}`, name);
  }
  return ({ type, id }: Subject): string | null => names.get(`${type} ${id}`) ?? null;
}

/** Fittings in the order of the ids. */
export async function fittingRows(context: Reading, ids: readonly number[]): Promise<Fitting[]> {
  const { rows } = await sql<Omit<Fitting, 'subject'> & { subject: Subject }>`
    SELECT f.id, f.company_id, ${deviceNamed('f.device_id')} AS device,
           jsonb_build_object('type', f.subject_type, 'id', f.subject_id) AS subject,
           f.main, f.from_at, f.to_at, f.why, f.end_why, ${personNameSql('f.by_id')} AS by, ${personNameSql('f.ended_by')} AS ended_by
      FROM fitting f WHERE f.id = ANY (${ids}::integer[])`.execute(context.tx);
  const nameOf = await subjectNames(
    context,
    rows.map(({ subject }) => subject),
  );
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, subject: { ...row.subject, name: nameOf(row.subject) } })),
  );
}

import type pg from 'pg';
import type { FieldError } from '../../common/list.ts';
import { Refusal } from '../refuse.ts';
import { isDatabaseAway } from './database-loss.ts';

const refusals: Record<string, [number, string]> = {
  '22P02': [400, 'bad-request'],
  // Text that PostgreSQL cannot store, plain and in JSON.
  '22021': [400, 'bad-request'],
  '22P05': [400, 'bad-request'],
  '22009': [400, 'bad-request'],
  '22003': [400, 'bad-request'],
  '22007': [400, 'bad-request'],
  '22008': [400, 'bad-request'],
  '23505': [409, 'already-exists'],
  '23503': [409, 'still-in-use'],
  '40P01': [503, 'try-again'],
  '53300': [503, 'try-again'],
  // A lock timeout.
  '55P03': [503, 'try-again'],
  // A statement timeout.
  '57014': [504, 'took-too-long'],
};

/** The message of the pool when it has no free connection in time. */
const noConnection = /^timeout exceeded when trying to connect/;

/** The refusal for a database error that the request or the current load caused; undefined for a bug. */
export function databaseRefusal(error: Error): Refusal | null {
  const found = 'code' in error && typeof error.code === 'string' ? refusals[error.code] : undefined;
  if (found) return new Refusal(...found);
  if (noConnection.test(error.message)) return new Refusal(503, 'try-again');
  return isDatabaseAway(error) ? new Refusal(503, 'database-away') : null;
}

/** The API fields of each unique index and foreign key. */
export type Constraints = ReadonlyMap<string, readonly string[]>;

/** Read from the catalogue, because under row-level security PostgreSQL reports the constraint name but not its key. */
export async function readConstraints(pool: pg.Pool): Promise<Constraints> {
  const found = await pool.query<{ name: string; definition: string }>(`
    SELECT i.relname AS name, pg_get_indexdef(x.indexrelid) AS definition
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indisunique AND i.relnamespace = current_schema()::regnamespace
     UNION ALL
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  return new Map(found.rows.map(({ name, definition }) => [name, columnsOf(definition)]));
}

/** `… USING btree (company_id, lower(serial_no)) WHERE …` and `FOREIGN KEY (structure_id) REFERENCES …`. */
function columnsOf(definition: string): string[] {
  const [key = ''] = definition
    .replace(/^.*?(?:USING \w+|FOREIGN KEY) \(/s, '')
    .split(/\)(?: WHERE| REFERENCES| NULLS| INCLUDE|$)/);
  return [...key.matchAll(/\b[a-z_]+\b(?!\()/g)].map(([name]) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** The field of the body that violates a constraint; null if the error is not about one. */
export function databaseField(error: Error, body: unknown, constraints: Constraints): FieldError | null {
  if (!('code' in error) || !('constraint' in error) || typeof body !== 'object' || body === null) return null;
  const unique = error.code === '23505';
  // In the other direction, a remaining row refers to a row that was to be deleted.
  const missing = error.code === '23503' && /^insert or update/.test(error.message);
  if (!unique && !missing) return null;
  const param = constraints.get(String(error.constraint))?.findLast((column) => column in body);
  return param ? { param, msg: unique ? 'taken' : 'unknown' } : null;
}

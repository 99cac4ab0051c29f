import { sql } from 'kysely';
import type { z } from 'zod';
import type { ImportBody, ImportReply } from '../../common/import.ts';
import type { FieldError } from '../../common/list.ts';
import { fieldErrors } from '../http/field-errors.ts';
import type { Tx } from '../postgres/database.ts';

type Columns = Record<string, unknown>;
type ExistingRow = Columns & { id: number };
/** Line index → value. */
export type ByLine<T> = Map<number, T>;
/** Refuses a line with a reason below `validation.<msg>`. */
export type RejectLine = (line: number, param: string, msg: string) => void;
export type InsertedRow = { line: number; id: number; columns: Columns };

export type Importer<Value> = {
  table: string;
  companyId: number;
  /** Leaves out rows, as conditions on `t`, where several may share the key. */
  existing?: ReturnType<typeof sql>;
  /** Parses a line: column → text. */
  schema: z.ZodType<Value>;
  /** The field that identifies a record within its company. */
  key: keyof Value & string;
  /** The normalized key in SQL; `rasid_fold` if `keyOf` folds. */
  keySql?: (column: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>;
  keyOf?: (text: string) => string;
  /** The columns of each line, with names resolved to ids. Refused lines are left out. */
  columnsOf(values: ByLine<Value>, reject: RejectLine): Promise<ByLine<Columns>>;
  /** Default values of new records. */
  defaults: Columns;
  /** Further columns of an update; may refuse it. */
  change?(before: ExistingRow, changed: Columns, reject: (param: string, msg: string) => void): Columns;
  /** Runs within the transaction after the writes; `taken` has the ids of all accepted lines. */
  after?(
    inserted: InsertedRow[],
    changed: (InsertedRow & { before: ExistingRow })[],
    acceptedIds: ByLine<number>,
  ): Promise<void>;
};

type Line = ImportReply[number];

/**
 * Creates or updates a record for each line, with a fixed number of statements. Refused lines have reasons and do not
 * stop the others. A dry run does the same and rolls back.
 */
export async function importLines<Value extends object>(
  { tx, body }: { tx: Tx; body: ImportBody },
  importer: Importer<Value>,
): Promise<ImportReply> {
  if (!body.dryRun) return importAll(tx, body.lines, importer);
  await sql`SAVEPOINT dry_run`.execute(tx);
  const reply = await importAll(tx, body.lines, importer);
  await sql`ROLLBACK TO SAVEPOINT dry_run`.execute(tx);
  return reply;
}

async function importAll<Value extends object>(
  tx: Tx,
  lines: ImportBody['lines'],
  importer: Importer<Value>,
): Promise<ImportReply> {
  const { key, keyOf = (text) => text } = importer;
  const reply: Line[] = lines.map(() => ({ outcome: 'unchanged', errors: [] }));
  const reject: RejectLine = (line, param, msg) => {
    const result = reply[line] as Line;
    result.outcome = 'refused';
    result.errors.push({ param, msg });
  };
  const refused = (line: number) => (reply[line] as Line).outcome === 'refused';
  const values = read(lines, importer.schema, reject);
  const seen = new Map<string, number>();
  for (const [line, value] of values) {
    const name = keyOf(String(value[key]));
    if (seen.has(name)) {
      reject(line, key, 'twiceInFile');
      values.delete(line);
    } else seen.set(name, line);
  }
  const columns = await importer.columnsOf(values, reject);
  const existing = await existingRows(tx, importer, [...seen.keys()]);
  const inserts: { line: number; columns: Columns }[] = [];
  const updates: { line: number; columns: Columns; before: ExistingRow }[] = [];
  const acceptedIds: ByLine<number> = new Map();
  for (const [name, line] of seen) {
    const set = columns.get(line);
    if (!set || refused(line)) continue;
    const [before, another] = existing.get(name) ?? [];
    if (another) reject(line, key, 'ambiguous');
    else if (!before) inserts.push({ line, columns: { ...importer.defaults, ...set } });
    else {
      acceptedIds.set(line, before.id);
      const differs = changes(before, set);
      if (Object.keys(differs).length === 0) continue;
      const changed = importer.change?.(before, differs, (param, msg) => reject(line, param, msg)) ?? differs;
      if (refused(line)) acceptedIds.delete(line);
      else if (Object.keys(changed).length > 0) updates.push({ line, columns: changed, before });
    }
  }
  const inserted = await insert(tx, importer, inserts);
  for (const { line, id } of inserted) acceptedIds.set(line, id);
  await update(tx, importer, updates);
  for (const { line } of inserts) (reply[line] as Line).outcome = 'created';
  for (const { line } of updates) (reply[line] as Line).outcome = 'updated';
  await importer.after?.(
    inserted,
    updates.map(({ line, columns: set, before }) => ({ line, id: before.id, columns: set, before })),
    acceptedIds,
  );
  return reply;
}

function read<Value>(lines: ImportBody['lines'], schema: z.ZodType<Value>, reject: RejectLine): ByLine<Value> {
  const values: ByLine<Value> = new Map();
  lines.forEach((cells, line) => {
    const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
    const parsed = schema.safeParse(filled);
    if (parsed.success) values.set(line, parsed.data);
    else for (const error of errorsOf(parsed.error)) reject(line, error.param, error.msg);
  });
  return values;
}

const errorsOf = ({ issues }: z.ZodError): FieldError[] =>
  issues.flatMap((issue) =>
    fieldErrors([issue.code === 'unrecognized_keys' ? { ...issue, message: 'unknownColumn' } : issue]),
  );

/** The company's rows by key; several rows may share a key that is not unique. */
async function existingRows<Value>(
  tx: Tx,
  importer: Importer<Value>,
  keys: string[],
): Promise<Map<string, ExistingRow[]>> {
  const { table, companyId, key, keySql = (column) => sql`${column}`, existing: where = sql`true` } = importer;
  const compared = keySql(sql.ref(`t.${snake(key)}`));
  const found = await sql<ExistingRow & { importKey: string }>`
    SELECT t.*, ${compared} AS import_key FROM ${sql.table(table)} t
     WHERE t.company_id = ${companyId} AND ${compared} = ANY (${keys}::text[]) AND ${where}`.execute(tx);
  const existing = new Map<string, ExistingRow[]>();
  for (const { importKey, ...row } of found.rows)
    existing.set(importKey, [...(existing.get(importKey) ?? []), row as ExistingRow]);
  return existing;
}

const changes = (before: Columns, set: Columns): Columns =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => (before[name] ?? null) !== value));

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snakeCased = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, value]) => [snake(name), value]));
const namesOf = (rows: readonly { columns: Columns }[]) => [
  ...new Set(rows.flatMap((row) => Object.keys(row.columns))),
];

async function insert<Value>(
  tx: Tx,
  { table, companyId }: Importer<Value>,
  rows: { line: number; columns: Columns }[],
): Promise<InsertedRow[]> {
  if (rows.length === 0) return [];
  const names = sql.join(['companyId', ...namesOf(rows)].map((name) => sql.ref(snake(name))));
  const data = rows.map(({ columns }) => snakeCased({ ...columns, companyId }));
  const inserted = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${names})
    SELECT ${names} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(data)}::jsonb) WITH ORDINALITY AS r ORDER BY ordinality
    RETURNING id`.execute(tx);
  return rows.map(({ line, columns }, at) => ({ line, columns, id: (inserted.rows[at] as { id: number }).id }));
}

async function update<Value>(
  tx: Tx,
  { table }: Importer<Value>,
  rows: { columns: Columns; before: ExistingRow }[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = namesOf(rows).map(snake);
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
  const data = rows.map(({ columns, before }) => snakeCased({ ...before, ...columns }));
  await sql`UPDATE ${sql.table(table)} t SET ${set}
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(data)}::jsonb) AS r WHERE t.id = r.id`.execute(
    tx,
  );
}

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type ExternalOrder, externalList, type packageRoutes } from '../common/package.ts';
import { newCode, parsePackageCode, shownCode } from '../common/package-code.ts';
import { modelsOf, type PackageContext, packageRows } from './package-rows.ts';

/** What is stored of a code: 75 random bits need no salt. */
export const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Creates the codes of a batch. They are returned once; only their hashes are stored. */
export async function createBatch(context: Context<typeof packageRoutes.create>) {
  const { tx, body } = context;
  const { batch, count, merchantId, validTo } = body;
  if (validTo && Date.parse(validTo) <= Date.now()) throw invalid('validTo', 'inPast');
  const claimed = await tx
    .insertInto('packageBatch')
    .values({ batch })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows !== 1n) throw refuse(409, 'batch-exists');
  const merchant = await tx
    .selectFrom('packageMerchant')
    .where('id', '=', merchantId)
    .where('active', '=', true)
    .execute();
  if (merchant.length === 0) throw invalid('merchantId', 'invalid');
  const [model] = await modelsOf(context, { ids: [body.modelId] });
  if (!model) throw invalid('modelId', 'invalid');
  const price = body.price ?? model.price;
  if (price === null) throw invalid('price', 'Required');
  const stored = await tx
    .insertInto('package')
    .values({ modelId: model.id, merchantId, priceCents: Math.round(price * 100) })
    .onConflict((conflict) => conflict.columns(['modelId', 'merchantId', 'priceCents']).doUpdateSet({ active: true }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const packageId = stored.id;
  const codes = Array.from({ length: count }, () => newCode(randomBytes(15)));
  await sql`
    INSERT INTO package_external (code_hash, last4, package_id, merchant_id, app, batch, valid_to)
    SELECT c.hash, c.last4, ${packageId}, ${merchantId}, ${model.app}, ${batch}::uuid, ${validTo}::timestamptz
      FROM unnest(${codes.map(codeHash)}::bytea[], ${codes.map((code) => code.slice(-4))}::text[]) AS c (hash, last4)`.execute(
    tx,
  );
  const [row] = await packageRows(context, sql`p.id = ${packageId}`);
  if (!row) throw refuse(404, 'not-found');
  return { batch, package: row, codes: codes.map(shownCode) };
}

type Stored = Omit<ExternalOrder, 'package'> & { packageId: number };

async function codeRows(context: PackageContext, ids: readonly number[]): Promise<ExternalOrder[]> {
  if (ids.length === 0) return [];
  const found = await sql<Stored>`
    SELECT x.id, x.last4, x.batch, x.package_id, x.app, x.valid_to, x.sold_at, x.redeemed_at, x.reason, x.created_at,
           CASE WHEN x.state IN ('issued', 'sold') AND x.valid_to <= now() THEN 'expired' ELSE x.state END AS state,
           ${context.kit.history.person('x.redeemed_by')} AS redeemed_by
      FROM package_external x WHERE x.id = ANY (${ids}::integer[])`.execute(context.tx);
  const packages = new Map(
    (await packageRows(context, sql`p.id = ANY (${found.rows.map(({ packageId }) => packageId)}::integer[])`)).map(
      (row) => [row.id, row],
    ),
  );
  return inOrder(ids, found.rows).flatMap(({ packageId, ...row }) => {
    const sold = packages.get(packageId);
    return sold ? [{ ...row, package: sold }] : [];
  });
}

/** All codes for the platform, those that it has redeemed for a company. */
export async function listCodes(context: Context<typeof packageRoutes.external>) {
  const { ids, totalRecords } = await findIds(context.tx, {
    table: 'package_external',
    spec: externalList,
    query: context.list,
    scope: context.actor.scope,
  });
  return { data: await codeRows(context, ids), totalRecords };
}

/** Changes the state of codes and logs each change, in one statement. */
const changed = (
  where: ReturnType<typeof sql>,
  to: 'void' | 'sold' | 'expired',
  step: string,
  set: ReturnType<typeof sql>,
) =>
  sql<{ n: number }>`
    WITH before AS (SELECT id, state FROM package_external WHERE state IN ('issued', 'sold') AND ${where} ORDER BY id FOR UPDATE),
    changed AS (UPDATE package_external x SET state = ${to}, ${set} FROM before b WHERE x.id = b.id RETURNING x.id),
    lines AS (
      INSERT INTO package_external_step (subject_id, step, state_before, state_after)
      SELECT b.id, ${step}, b.state, ${to} FROM before b JOIN changed c ON c.id = b.id)
    SELECT count(*)::integer AS n FROM changed`;

export async function voidCodes({ tx, body }: Context<typeof packageRoutes.void>) {
  const { id, batch, reason } = body;
  if ((id === undefined) === (batch === undefined)) throw invalid('batch', 'Required');
  const where = id === undefined ? sql`batch = ${batch}::uuid` : sql`id = ${id}`;
  const done = await changed(where, 'void', 'void', sql`reason = ${reason}`).execute(tx);
  const count = done.rows[0]?.n ?? 0;
  if (count === 0) throw refuse(409, 'step-not-possible', { step: 'void' });
  return { count };
}

/** Marks the codes whose time is over as expired. */
export const expireCodes = (tx: Context['tx']) =>
  changed(sql`valid_to <= now()`, 'expired', 'expire', sql`reason = NULL`).execute(tx);

/** Reads the list of a merchant. Codes that are already sold stay as they are; faults are reported by line. */
export async function readSales({ tx, body }: Context<typeof packageRoutes.sold>) {
  const faults: { line: number; word: string }[] = [];
  const read = body.lines.flatMap(({ code: typed, soldAt, receipt }, line) => {
    const code = parsePackageCode(typed);
    if (!code) faults.push({ line, word: 'invalidCode' });
    return code ? [{ line, hash: codeHash(code), soldAt, receipt }] : [];
  });
  const hashes = read.map(({ hash }) => hash);
  const found = await tx
    .selectFrom('packageExternal')
    .select(['codeHash as hash', 'state', 'merchantId'])
    .where('codeHash', '=', anyOf(hashes))
    .orderBy('id')
    .forUpdate()
    .execute();
  const known = new Map(found.map((row) => [row.hash.toString('hex'), row]));
  const sold = read.filter(({ line, hash }) => {
    const row = known.get(hash.toString('hex'));
    const word = row?.merchantId !== body.merchantId ? 'code-unknown' : row.state === 'void' ? 'code-void' : null;
    if (word) faults.push({ line, word });
    return word === null && (row?.state === 'issued' || row?.state === 'redeemed');
  });
  // A code that was redeemed before the list came keeps its state and gets its day of sale.
  const updated = await sql<{ n: number }>`
    WITH list AS (
      SELECT * FROM unnest(${sold.map(({ hash }) => hash)}::bytea[], ${sold.map(({ soldAt }) => soldAt)}::timestamptz[],
                           ${sold.map(({ receipt }) => receipt)}::text[]) AS l (hash, sold_at, receipt)),
    changed AS (
      UPDATE package_external x SET sold_at = l.sold_at, receipt = l.receipt, state = CASE x.state WHEN 'issued' THEN 'sold' ELSE x.state END
        FROM list l WHERE x.code_hash = l.hash AND x.sold_at IS NULL RETURNING x.id, x.state),
    lines AS (
      INSERT INTO package_external_step (subject_id, step, state_before, state_after)
      SELECT id, 'sell', 'issued', state FROM changed WHERE state = 'sold')
    SELECT count(*)::integer AS n FROM changed`.execute(tx);
  return { sold: updated.rows[0]?.n ?? 0, faults: faults.sort((a, b) => a.line - b.line) };
}

/** What merchants owe for a month of the platform's zone. */
export async function commissionOf({ tx, query }: Context<typeof packageRoutes.commission>) {
  const month = `${query.month}-01`;
  const within = (column: string) => sql`${sql.ref(column)} >= rasid_instant(${month}::date, rasid_zone())
    AND ${sql.ref(column)} < rasid_instant(${month}::date + interval '1 month', rasid_zone())`;
  const rows = await sql<{
    id: number;
    name: string;
    sold: number;
    redeemed: number;
    cents: number;
    commission: number;
  }>`
    SELECT m.id, m.name, count(*) FILTER (WHERE ${within('x.sold_at')})::integer AS sold,
           count(*) FILTER (WHERE ${within('x.redeemed_at')})::integer AS redeemed,
           coalesce(sum(p.price_cents) FILTER (WHERE ${within('x.sold_at')}), 0)::bigint AS cents, m.commission::double precision AS commission
      FROM package_external x JOIN package p ON p.id = x.package_id JOIN package_merchant m ON m.id = x.merchant_id
     WHERE ${within('x.sold_at')} OR ${within('x.redeemed_at')}
     GROUP BY m.id ORDER BY m.name`.execute(tx);
  return rows.rows.map(({ id, name, sold, redeemed, cents, commission }) => {
    const kept = Math.round((cents * commission) / 100);
    return {
      merchant: { id, name },
      sold,
      redeemed,
      amount: cents / 100,
      commission: kept / 100,
      due: (cents - kept) / 100,
    };
  });
}

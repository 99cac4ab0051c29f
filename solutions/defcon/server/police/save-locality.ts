import { sql } from 'kysely';
import type { z } from 'zod';
import { createCompany, grantApp } from '#core/accounts/server/api.ts';
import { areasOf, drawArea } from '#core/places/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { changedLocality, newLocality } from '../../common/police/locality.ts';
import { areaKinds, assignAgain } from './assign-police.ts';
import { handOver, openIncidents } from './open-incidents.ts';

type Saving = Pick<Context, 'tx' | 'actor' | 'kit' | 'afterCommit' | 'locale'>;
type Stored = {
  id: number;
  companyId: number;
  hqCompanyId: number | null;
  hqId: number | null;
  kind: 'headquarters' | 'local';
  countryId: number;
  fallback: boolean;
  status: 'active' | 'inactive';
};

/** Locks a locality. Runs as the role that sees all rows. */
async function locked(tx: Tx, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    SELECT id, company_id, hq_company_id, hq_id, kind, country_id, fallback, status FROM defcon_locality WHERE id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0];
}

const isPlatform = ({ session: { user } }: Context['actor']) => user.adminType === 'Super Admin';

/** The active headquarters of a station, which the caller administers. */
async function assertHeadquarters({ tx, actor }: Saving, id: number): Promise<Stored> {
  const hq = await locked(tx, id);
  const own = actor.session.user.companyId;
  if (hq?.kind !== 'headquarters' || (!isPlatform(actor) && hq.companyId !== own)) throw invalid('hqId', 'invalid');
  if (hq.status !== 'active') throw refuse(409, 'headquarters-inactive');
  return hq;
}

/** Refuses a code that another police has. */
async function assertCodeIsFree(tx: Tx, code: string, id: number | null): Promise<void> {
  const { rows } = await sql`
    SELECT FROM defcon_locality WHERE upper(code) = upper(${code}) AND id IS DISTINCT FROM ${id}::integer`.execute(tx);
  if (rows.length > 0) throw invalid('code', 'taken');
}

/** A country has one fallback: the one before ends with a new one. Those for whom no other police answers are looked at again. */
async function replaceFallback(tx: Tx, countryId: number, id: number): Promise<void> {
  await sql`UPDATE defcon_locality SET fallback = false WHERE country_id = ${countryId} AND fallback AND id <> ${id}`.execute(
    tx,
  );
}
const assignRest = (tx: Tx, countryId: number) =>
  assignAgain(tx, sql`p.basis IN ('fallback', 'none') AND s.country_id = ${countryId}`);

/** Creates a police unit with its company, whose first administrator is invited. */
export async function createLocality(context: Saving, body: z.infer<typeof newLocality>): Promise<number> {
  const { tx, kit, actor } = context;
  const { kind, hqId, nameEn, nameAr, code, phone, status, polygons } = body;
  if (kind === 'headquarters' && !isPlatform(actor)) throw refuse(403, 'platform-only');
  const fallback = kind === 'headquarters' && body.fallback;
  return bypassRls(tx, actor.scope, async () => {
    const hq = hqId === null ? null : await assertHeadquarters(context, hqId);
    const countryId = hq?.countryId ?? body.countryId ?? null;
    if (countryId === null) throw invalid('countryId', 'Required');
    await assertCodeIsFree(tx, code, null);
    const { adminEmail, firstName, lastName, locale } = body;
    const companyId = await createCompany(tx, kit, actor, {
      ...{ name: locale === 'ar' ? nameAr : nameEn, email: adminEmail, countryId, locale },
      ...{ adminEmail, firstName, lastName, type: kind === 'local' ? 'Local Police Station' : 'HQ Police Station' },
    });
    await grantApp(tx, 'defcon', [companyId]);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO defcon_locality (company_id, hq_company_id, hq_id, kind, country_id, name_en, name_ar, code, phone, status)
      VALUES (${companyId}, ${hq?.companyId ?? null}, ${hqId}, ${kind}, ${countryId}, ${nameEn}, ${nameAr}, ${code}, ${phone}, ${status}) RETURNING id`.execute(
      tx,
    );
    const id = rows[0]?.id as number;
    if (fallback) await makeFallback(tx, countryId, id);
    await drawArea(
      context,
      { companyId, kind: areaKinds[kind], subjectId: id },
      { polygons, active: status === 'active' },
    );
    return id;
  });
}

async function makeFallback(tx: Tx, countryId: number, id: number): Promise<void> {
  await replaceFallback(tx, countryId, id);
  await sql`UPDATE defcon_locality SET fallback = true WHERE id = ${id}`.execute(tx);
  await assignRest(tx, countryId);
}

/** Changes a police unit: its own, or one of the own headquarters. */
export async function changeLocality(
  context: Saving,
  id: number,
  { polygons, moveTo, countryId, fallback, ...fields }: z.infer<typeof changedLocality>,
): Promise<void> {
  const { tx, actor } = context;
  await bypassRls(tx, actor.scope, async () => {
    const before = await locked(tx, id);
    if (!before) throw refuse(404, 'not-found');
    if (!isPlatform(actor)) {
      const own = actor.session.user.companyId;
      if (before.companyId !== own && before.hqCompanyId !== own) throw refuse(404, 'not-found');
      if (before.kind === 'headquarters') throw refuse(403, 'platform-only');
    }
    if (fields.code !== undefined) await assertCodeIsFree(tx, fields.code, id);
    if (countryId !== undefined && countryId !== before.countryId) throw invalid('countryId', 'invalid');
    const status = fields.status ?? before.status;
    if (status !== before.status) await assertMayBe(context, before, status, moveTo ?? null);
    const changes = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (changes.length > 0)
      await tx.updateTable('defconLocality').set(Object.fromEntries(changes)).where('id', '=', id).execute();
    if (before.kind === 'headquarters' && fallback !== undefined && fallback !== before.fallback) {
      if (fallback) await makeFallback(tx, before.countryId, id);
      else {
        await sql`UPDATE defcon_locality SET fallback = false WHERE id = ${id}`.execute(tx);
        await assignRest(tx, before.countryId);
      }
    }
    await drawAgain(context, before, status, polygons);
  });
}

async function drawAgain(
  context: Saving,
  { id, companyId, kind, countryId, fallback, status: was }: Stored,
  status: Stored['status'],
  polygons: z.infer<typeof changedLocality>['polygons'],
): Promise<void> {
  const { tx } = context;
  const area = polygons ?? (await areasOf(tx, areaKinds[kind], [id])).get(id)?.polygons;
  if (area)
    await drawArea(
      context,
      { companyId, kind: areaKinds[kind], subjectId: id },
      { polygons: area, active: status === 'active' },
    );
  if (status === was) return;
  if (fallback) await assignRest(tx, countryId);
  if (kind === 'local') await assignAgain(tx, sql`p.override_id = ${id}`);
}

/** Refuses to close a headquarters with active stations, or a station with open incidents that go to no other. */
async function assertMayBe(
  context: Saving,
  { id, kind, hqId, companyId }: Stored,
  status: Stored['status'],
  moveTo: number | null,
): Promise<void> {
  const { tx } = context;
  if (status === 'active') {
    if (hqId !== null) await assertHeadquarters(context, hqId);
    return;
  }
  if (kind === 'headquarters') {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM defcon_locality WHERE hq_id = ${id} AND status = 'active'`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) throw refuse(409, 'has-active-stations', { count });
    return;
  }
  const successor = moveTo === null ? null : await locked(tx, moveTo);
  if (successor !== null && (successor?.hqId !== hqId || successor.id === id || successor.status !== 'active'))
    throw invalid('moveTo', 'invalid');
  const open = await openIncidents(tx, companyId);
  if (open.length > 0 && !successor) throw refuse(409, 'has-open-incidents', { count: open.length });
  if (!successor) return;
  await sql`UPDATE defcon_premises SET override_id = ${successor.id} WHERE override_id = ${id}`.execute(tx);
  await assignAgain(tx, sql`p.override_id = ${successor.id}`);
  await handOver(context, open, successor.companyId);
}

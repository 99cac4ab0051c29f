import { sql } from 'kysely';
import { personNamed, personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { floorNamed, spaceNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ShownVisit, VisitedTrap, VisitSheet } from '../../common/visits/visit.ts';
import { orderReports } from '../documents/order-reports.ts';
import { linesOf } from './lines.ts';
import { policyOf } from './policy.ts';
import { materialsOf, recommendationsOf } from './visit-records.ts';
import { readVisit, visitFor } from './visits.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: { id: number } };

/** The visit with all that belongs to it: its page works without a network. */
export async function sheetOf(context: Reading): Promise<VisitSheet> {
  const { tx } = context;
  const visit = await readVisit(context);
  const { poisonFree } = await policyOf(tx, visit.structureId);
  return {
    visit,
    poisonFree,
    traps: await trapsOf(tx, visit),
    lines: await linesOf(tx, visit.id),
    materials: await materialsOf(tx, visit.id),
    recommendations: await recommendationsOf(tx, visit.id),
    addenda: await addendaOf(tx, visit.id),
  };
}

/** The traps at the site in the order of the walk. The last check is the one before this visit. */
async function trapsOf(tx: Tx, { id, structureId }: ShownVisit): Promise<VisitedTrap[]> {
  const { rows } = await sql<VisitedTrap>`
    SELECT d.id, d.name, d.serial, p.number, coalesce(p.kind, 'snap') AS kind, coalesce(p.zone, 'interior') AS zone, p.lure,
           (${spaceNamed('d.space_id')} ->> 'name') AS space, (${floorNamed('d.floor_id')} ->> 'name') AS floor,
           (SELECT jsonb_build_object('at', l.at, 'finding', l.finding, 'person', ${personNameSql('l.user_id')})
              FROM rodent_visit_line l WHERE l.device_id = d.id AND l.visit_id <> ${id} AND l.at < v.until
             ORDER BY l.at DESC LIMIT 1) AS last_checked
      FROM ${sql.raw(deviceFacts)} d
      LEFT JOIN rodent_trap p ON p.id = d.id
     CROSS JOIN (SELECT coalesce(t.started_at, 'infinity') AS until FROM rodent_visit t WHERE t.id = ${id}) v
     WHERE d.app = 'rodent' AND d.structure_id = ${structureId} AND d.state = 'installed'
     ORDER BY p.number, d.name, d.id`.execute(tx);
  return rows;
}

type Addendum = VisitSheet['addenda'][number];

export async function addendaOf(tx: Tx, visitId: number, clientId: string | null = null): Promise<Addendum[]> {
  const { rows } = await sql<Addendum>`
    SELECT a.id, a.text, a.created_at, ${personNamed('a.user_id')} AS person FROM rodent_addendum a
     WHERE a.visit_id = ${visitId} AND (${clientId}::uuid IS NULL OR a.client_id = ${clientId}::uuid) ORDER BY a.id`.execute(
    tx,
  );
  return rows;
}

type Adding = Reading & { body: { clientId: string; text: string } };

/** Adds to what a signed visit says, which itself stays as it was signed. */
export async function addAddendum(context: Adding): Promise<Addendum> {
  const { tx, body } = context;
  const { id, companyId, state } = await visitFor(context, 'work');
  if (state !== 'signed') throw refuse(409, 'visit-not-signed');
  const { clientId, text } = body;
  const { numInsertedOrUpdatedRows: isNew } = await tx
    .insertInto('rodentAddendum')
    .values({ companyId, visitId: id, clientId, text })
    .onConflict((conflict) => conflict.columns(['companyId', 'clientId']).doNothing())
    .executeTakeFirst();
  const [added] = await addendaOf(tx, id, clientId);
  // It is one of another visit.
  if (!added) throw refuse(409, 'known-elsewhere');
  if (isNew) await orderReports(tx, id);
  return added;
}

import { sql } from 'kysely';
import { hasRunningContract } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { assertStructure } from '#core/places/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { solutions } from '../../common/devices.ts';
import type { premisesRoutes, ShownPremises } from '../../common/police/premises.ts';
import { assignPolice } from './assign-police.ts';

type Asking = Pick<Context, 'tx' | 'actor'>;
type Found = ShownPremises & { companyId: number; hqCompanyId: number | null };

/** A structure becomes premises with its first device of this app. */
export async function devicesMoved({ tx, actor }: Emitting, { moves }: DomainEvents['devices.moved']): Promise<void> {
  const placed = moves.filter(({ structureId }) => structureId !== null);
  if (placed.length === 0) return;
  await bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<{ structureId: number }>`
      INSERT INTO defcon_premises (company_id, structure_id)
      SELECT DISTINCT d.company_id, n.structure_id
        FROM unnest(${placed.map(({ id }) => id)}::integer[], ${placed.map(({ structureId }) => structureId)}::integer[]) AS n (id, structure_id)
        JOIN ${sql.raw(deviceFacts)} d ON d.id = n.id
       WHERE d.solution_id = ANY (${solutions.map(({ id }) => id)}::integer[]) ORDER BY 2
      ON CONFLICT DO NOTHING RETURNING structure_id`.execute(tx);
    await assignPolice(
      tx,
      rows.map(({ structureId }) => structureId),
    );
  });
}

/** The police in a column, as those see it who act on incidents. */
export const policeNamed = (column: string) =>
  sql`(SELECT jsonb_build_object('id', l.id, 'nameEn', l.name_en, 'nameAr', l.name_ar, 'phone', l.phone) FROM defcon_locality l WHERE l.id = ${sql.ref(column)})`;

/** The premises of a structure with the police that answers. Runs as the role that sees all rows. */
async function premisesAt(tx: Tx, structureId: number): Promise<Found> {
  const { rows } = await sql<Found>`
    SELECT p.structure_id, p.override_id, p.station_id, p.hq_id, p.basis, p.company_id, h.company_id AS hq_company_id,
           ${policeNamed('p.station_id')} AS station, ${policeNamed('p.hq_id')} AS hq
      FROM defcon_premises p LEFT JOIN defcon_locality h ON h.id = p.hq_id WHERE p.structure_id = ${structureId}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The police shows the premises that it answers for, a security company those of the companies that it works for. */
async function mayChoose({ tx, actor }: Asking, { companyId, hqCompanyId }: Found): Promise<boolean> {
  const { adminType, companyId: own, companyType } = actor.session.user;
  if (adminType !== null) return true;
  if (own === null) return false;
  if (companyType === 'HQ Police Station') return hqCompanyId === own;
  return companyType === 'Security Company' && hasRunningContract(tx, own, companyId);
}

/** The premises of a structure that the caller may see, and whether it may choose the station. */
async function visiblePremises(context: Asking, structureId: number): Promise<{ found: Found; chooses: boolean }> {
  const { tx, actor } = context;
  const read = await bypassRls(tx, actor.scope, async () => {
    const found = await premisesAt(tx, structureId);
    return { found, chooses: await mayChoose(context, found) };
  });
  const { companies } = actor.scope;
  if (read.chooses) return read;
  if (companies !== 'all' && !companies.includes(read.found.companyId)) throw refuse(404, 'not-found');
  await assertStructure(tx, actor, read.found.companyId, structureId);
  return read;
}

const shown = ({ companyId: _, hqCompanyId: __, ...premises }: Found): ShownPremises => premises;

export const premisesHandlers: Handlers<typeof premisesRoutes> = {
  get: async (context) => shown((await visiblePremises(context, context.params.structureId)).found),
  async update(context) {
    const { tx, actor, params, body } = context;
    const { chooses } = await visiblePremises(context, params.structureId);
    if (!chooses) throw refuse(404, 'not-found');
    return bypassRls(tx, actor.scope, async () => {
      if (body.overrideId !== null) await assertStation(context, body.overrideId);
      await sql`UPDATE defcon_premises SET override_id = ${body.overrideId} WHERE structure_id = ${params.structureId}`.execute(
        tx,
      );
      await assignPolice(tx, [params.structureId]);
      return shown(await premisesAt(tx, params.structureId));
    });
  },
};

/** A headquarters chooses among its own stations. */
async function assertStation({ tx, actor }: Asking, id: number): Promise<void> {
  const { companyId, companyType } = actor.session.user;
  const { rows } = await sql`
    SELECT FROM defcon_locality WHERE id = ${id} AND kind = 'local' AND status = 'active'
       AND (${companyType === 'HQ Police Station'} IS FALSE OR hq_company_id = ${companyId}) FOR SHARE`.execute(tx);
  if (rows.length === 0) throw invalid('overrideId', 'invalid');
}

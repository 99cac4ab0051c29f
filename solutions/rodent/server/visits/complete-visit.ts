import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { proofsOf } from '#core/proofs/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';

/** A refusal names so many traps. */
const maxNamed = 50;

/**
 * Refuses with 409 `lines-missing` while a trap of the site has no line. A visit because of an alarm or a complaint is about
 * some of the traps only.
 */
export async function assertComplete(
  tx: Tx,
  { id, kind, structureId }: Pick<ShownVisit, 'id' | 'kind' | 'structureId'>,
): Promise<void> {
  if (kind === 'alarm' || kind === 'complaint') return;
  const { rows } = await sql<{ trap: string }>`
    SELECT coalesce(p.number::text, d.name) AS trap
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap p ON p.id = d.id
     WHERE d.app = 'rodent' AND d.structure_id = ${structureId} AND d.state = 'installed'
       AND NOT EXISTS (SELECT FROM rodent_visit_line l WHERE l.visit_id = ${id} AND l.device_id = d.id)
     ORDER BY p.number, d.name`.execute(tx);
  if (rows.length > 0)
    throw refuse(409, 'lines-missing', {
      count: rows.length,
      numbers: rows
        .slice(0, maxNamed)
        .map(({ trap }) => trap)
        .join(', '),
    });
}

/** Refuses unless this is the proof of a signature of the visit. */
export async function assertSigned(
  context: Pick<Context, 'tx' | 'kit'>,
  { id, companyId, signature }: { id: number; companyId: number; signature: string },
): Promise<void> {
  const proofs = await proofsOf(context, { app: 'rodent', type: 'visit', id, companyId });
  if (!proofs.some(({ kind, clientId }) => kind === 'signature' && clientId === signature))
    throw invalid('signature', 'Required');
}

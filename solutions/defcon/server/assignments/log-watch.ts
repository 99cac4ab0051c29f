import { sql } from 'kysely';
import { logDevices } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type Watched = { companyId: number; ownerId: number; panelId: number; role: 'monitoring' | 'tenant' };

/** The logs of panels show which company watches them, from when and until when. Runs as the role that sees all rows. */
export async function logWatch(
  tx: Tx,
  kind: 'watched' | 'watch-ended',
  assignments: readonly Watched[],
): Promise<void> {
  const watches = assignments.filter(({ role }) => role === 'monitoring');
  if (watches.length === 0) return;
  const { rows } = await sql<{ company: string }>`
    SELECT coalesce(company_called(n.id), '') AS company FROM unnest(${watches.map(({ companyId }) => companyId)}::integer[]) WITH ORDINALITY AS n (id, nth) ORDER BY nth`.execute(
    tx,
  );
  const lines = watches.map(({ panelId, ownerId }, at) => ({
    ...{ device: { id: panelId, companyId: ownerId }, kind },
    data: { company: rows[at]?.company ?? '' },
  }));
  await logDevices(tx, lines, null);
}

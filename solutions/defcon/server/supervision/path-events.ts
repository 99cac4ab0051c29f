import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { logBySystem } from '../events/panel-log.ts';
import { watchAgain } from './watch-again.ts';

type Paths = DomainEvents['path.lost'];

/** Panels do or do not report on paths: it is in their log, and the other paths may have to report more often. */
async function heardOnPaths(context: Emitting, { paths }: Paths, code: 'path-lost' | 'path-restored'): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ id: number; companyId: number; line: string; name: string | null }>`
    SELECT p.panel_id AS id, p.company_id, p.line, p.name FROM defcon_path p
      JOIN unnest(${paths.map(({ deviceId }) => deviceId)}::integer[], ${paths.map(({ line }) => line)}::text[]) AS n (panel_id, line) USING (panel_id, line)
     ORDER BY p.panel_id, p.line`.execute(tx);
  if (rows.length === 0) return;
  await logBySystem(
    context,
    code,
    rows.map(({ id, companyId, line, name }) => ({ panel: { id, companyId }, data: { path: name ?? line } })),
  );
  await watchAgain(
    tx,
    rows.map(({ id }) => id),
  );
}

export const pathsLost = (context: Emitting, paths: Paths): Promise<void> => heardOnPaths(context, paths, 'path-lost');
export const pathsRestored = (context: Emitting, paths: Paths): Promise<void> =>
  heardOnPaths(context, paths, 'path-restored');

/** The silence of a panel is that of its paths: an alarm about its device as well would say the same twice. */
export async function foldOffline({ tx }: Emitting, { devices, folded }: DomainEvents['offline.raising']) {
  const watched = await tx
    .selectFrom('defconPath')
    .select('panelId')
    .distinct()
    .where('panelId', '=', anyOf(devices.map(({ id }) => id)))
    .execute();
  for (const { panelId } of watched) folded.add(panelId);
}

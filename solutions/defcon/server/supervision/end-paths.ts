import { endAlarms } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';

/** Removes the paths of a panel other than these, with the alarms about them. */
export async function endPaths(
  context: Emitting,
  { id: panelId, companyId }: { id: number; companyId: number },
  { without }: { without: readonly string[] },
): Promise<void> {
  const gone = await context.tx
    .deleteFrom('defconPath')
    .where('panelId', '=', panelId)
    .where('line', 'not in', without)
    .returning('id')
    .execute();
  await endAlarms(
    context,
    gone.map(({ id }) => ({ companyId, app: 'defcon', subject: { type: 'panel-path', id } })),
    'path-removed',
  );
}

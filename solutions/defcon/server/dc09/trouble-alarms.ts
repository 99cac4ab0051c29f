import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { rankOf, severityOf } from '../../common/alarms.ts';
import type { SiaTrouble } from '../../common/sia.ts';
import { monitorsOf, watchedPanels } from '../assignments/watchers.ts';
import { tellAudience } from '../panels/live-panels.ts';
import type { SiaPanel } from './receiver.ts';

type Troubled = { deviceId: number; companyId: number; kind: SiaTrouble };

const aboutPanel = ({ deviceId, companyId, kind }: Troubled) => ({
  ...{ companyId, app: 'defcon', kind },
  subject: { type: 'panel', id: deviceId },
});

/** Raises the alarm that something is wrong with the messages of a panel, if it is in service. */
export async function raiseTrouble(
  context: Emitting,
  { deviceId, companyId }: SiaPanel,
  { kind, address, at }: { kind: SiaTrouble; address: string; at: number },
): Promise<void> {
  await tellAudience(context, [deviceId]);
  const { rows } = await sql<{ name: string; structureId: number | null }>`
    SELECT d.name, d.structure_id FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id
     WHERE p.id = ${deviceId} AND p.service = 'active' AND d.is_active`.execute(context.tx);
  const watched = await watchedPanels(
    context,
    rows.map(({ structureId }) => ({ id: deviceId, structureId })),
  );
  await raiseAlarms(
    context,
    rows.map((panel) => ({
      ...{ ...aboutPanel({ deviceId, companyId, kind }), ...panel, at },
      ...{ severity: severityOf(rankOf(kind)), devices: [deviceId], data: { address } },
      ...monitorsOf(watched.get(deviceId), panel.name, panel.name),
    })),
  );
}

export async function clearTroubles(context: Emitting, over: readonly Troubled[]): Promise<void> {
  await tellAudience(
    context,
    over.map(({ deviceId }) => deviceId),
  );
  await clearAlarms(context, over.map(aboutPanel));
}

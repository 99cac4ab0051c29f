import { sql } from 'kysely';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { lastChecks } from '#core/commands/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';

type Severity = 'ok' | 'poor' | 'problem';

/** The checks that the models of an app name, each with its hardware id. */
const checksOf = ({ hardware = [] }: AppManifest) =>
  hardware.flatMap(({ id, checks = {} }) =>
    Object.entries(checks).map(([kind, spec]) => ({ hardware: id, kind, ...spec })),
  );

/** Raises and clears the alarms of checks that are due, for all devices in one statement for each kind of alarm. */
export async function alarmDueChecks(kit: Kit): Promise<void> {
  for (const app of kit.apps)
    for (const [kind, checks] of Map.groupBy(checksOf(app), ({ alarm }) => alarm))
      await alarmDue(kit, app, kind, checks);
}

async function alarmDue(kit: Kit, { id: app }: AppManifest, kind: string, checks: ReturnType<typeof checksOf>) {
  const column = <T>(pick: (check: (typeof checks)[number]) => T) => checks.map(pick);
  await emittingAsSystem(kit, kit.db, async (context) => {
    const devices = await sql<{ deviceId: number; severity: Severity | null }>`
      SELECT id AS device_id, CASE WHEN due < current_date THEN overdue WHEN due <= current_date + soon_days THEN soon END AS severity FROM (
        SELECT d.id, coalesce(c.done_on, d.created_at::date) + s.every_days AS due, s.overdue, s.soon, s.soon_days
          FROM unnest(${column(({ hardware }) => hardware)}::integer[], ${column((check) => check.kind)}::text[], ${column(({ everyDays }) => everyDays)}::integer[],
                      ${column(({ overdue }) => overdue)}::text[], ${column(({ soon }) => soon?.severity ?? null)}::text[], ${column(({ soon }) => soon?.days ?? 0)}::integer[])
               AS s (hardware, kind, every_days, overdue, soon, soon_days)
          JOIN ${sql.raw(deviceFacts)} d ON d.hardware_id = s.hardware AND d.app = ${app} AND d.state = 'installed'
          LEFT JOIN ${sql.raw(lastChecks)} c ON c.device_id = d.id AND c.kind = s.kind) checked`.execute(context.tx);
    await setDeviceAlarms(
      context,
      { app, kind },
      devices.rows.map(({ deviceId }) => deviceId),
      devices.rows.flatMap(({ deviceId, severity }) => (severity === null ? [] : [{ deviceId, severity }])),
    );
  });
}

/** Runs every hour, so that a check that was done ends its alarm soon. */
export async function startDueChecks(kit: Kit): Promise<undefined> {
  if (kit.roles.has('worker')) await kit.jobs.schedule('device-app.checks', '35 * * * *', () => alarmDueChecks(kit));
  return undefined;
}

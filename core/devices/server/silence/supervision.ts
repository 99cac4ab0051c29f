import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { KeptSettings } from '../../common/models/kept-settings.ts';
import { reportingOf, silenceSeconds } from '../../common/models/reporting.ts';
import { settingsOfDevice } from '../config.ts';
import { deviceChanged, logDevice } from '../device-changes.ts';
import { seenEveryMs } from '../latest.ts';
import { visibleDevice } from '../lists/visible-device.ts';
import { secondsOfPaths } from './device-paths.ts';

type Watched = {
  id: number;
  hardwareId: number;
  reportEverySeconds: number;
  keptSettings: KeptSettings;
  supervisionSeconds: number | null;
  moving: boolean | null;
};

/**
 * SQL that locks the clocks of devices, before the devices themselves are locked or changed, as messages do: `resetSilence`
 * at the end would lock them in the opposite order. New devices have no clock yet. Runs as the role that sees all rows.
 */
export const lockedClocks = (ids: readonly number[]) =>
  sql`SELECT s.device_id FROM device_state s WHERE s.device_id = ANY (${ids}::integer[]) ORDER BY s.device_id FOR UPDATE`;

/**
 * Lets the present silence of devices end as their settings have it now, counted from where it began; not before that of
 * their own paths. Runs as the role that sees all rows.
 */
export async function resetSilence(tx: Tx, { apps }: Pick<Kit, 'apps'>, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Watched>`
    SELECT d.id, d.hardware_id, h.report_every_seconds, ${sql.raw(settingsOfDevice)} AS kept_settings, coalesce(${sql.raw(secondsOfPaths)}, d.supervision_seconds) AS supervision_seconds, s.moving
      FROM device_state s JOIN device d ON d.id = s.device_id JOIN device_hardware h ON h.id = d.hardware_id
     WHERE s.device_id = ANY (${ids}::integer[]) AND s.online ORDER BY s.device_id FOR UPDATE OF s`.execute(tx);
  if (rows.length === 0) return;
  const models = new Map(apps.flatMap(({ hardware = [] }) => hardware.map((model) => [model.id, model] as const)));
  const times = rows.map(
    ({ hardwareId, keptSettings, supervisionSeconds, moving, ...row }) =>
      1000 *
        silenceSeconds(
          { reporting: reportingOf(models.get(hardwareId) ?? row, keptSettings), supervisionSeconds },
          moving,
        ) +
      seenEveryMs,
  );
  await sql`UPDATE device_state s SET silent_until = greatest(
      coalesce(s.counted_from, s.last_message_at) + n.ms * interval '1 millisecond',
      (SELECT max(p.silent_until) FROM device_path p WHERE p.device_id = s.device_id AND p.place IS NOT NULL AND p.state = 'alive'))
    FROM unnest(${rows.map(({ id }) => id)}::integer[], ${times}::bigint[]) AS n(id, ms) WHERE s.device_id = n.id`.execute(
    tx,
  );
}

type SupervisionContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

/** Sets how long a device may be silent in seconds; null: three of its reporting intervals. Idempotent. */
export async function superviseDevice(context: SupervisionContext, app: string, seconds: number | null): Promise<void> {
  const { tx, kit, actor, params, afterCommit } = context;
  const { supervisionSeconds: from, ...device } = await visibleDevice(tx, actor, app, params.id, 'update');
  if (from === seconds) return;
  await bypassRls(tx, actor.scope, () => lockedClocks([device.id]).execute(tx));
  await tx.updateTable('device').set({ supervisionSeconds: seconds }).where('id', '=', device.id).execute();
  await logDevice(tx, device, 'supervised', actor, { from, to: seconds });
  await bypassRls(tx, actor.scope, () => resetSilence(tx, kit, [device.id]));
  afterCommit(() => deviceChanged(kit, device));
}

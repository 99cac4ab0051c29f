import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { recordViews } from '#platform/server/records/view-log.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import type { LookKind, PersonLook } from '../../common/people.ts';

type Period = { from: number; to: number };

/**
 * Records that the caller has viewed the positions of the people who wear these devices, as the role that sees all
 * rows. Views of the latest place are recorded once within ten minutes.
 */
export async function recordLooks(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  devices: readonly number[],
  kind: LookKind,
  period: Period | null = null,
): Promise<void> {
  if (devices.length === 0) return;
  const worn = await context.tx
    .selectFrom('trackedPerson')
    .select(['companyId', 'deviceId', 'userId'])
    .where('deviceId', '=', anyOf(devices))
    .execute();
  const views = worn.map(({ companyId, deviceId, userId }) => ({
    companyId,
    subject: { type: 'users', id: userId },
    through: { type: 'device', id: deviceId },
  }));
  await recordViews(context, { app: 'tracking', kind, period }, views);
}

type Row = Omit<PersonLook, 'viewer'> & { viewerId: number; viewerName: string | null };

/** A page of views, latest first, as the role that sees all rows: those of a person, or of the wearer of a device. */
export async function looksOf(
  tx: Tx,
  of: { person: number } | { device: number },
  { limit, skip, total }: ListQuery,
): Promise<ListReply<PersonLook>> {
  const mine =
    'person' in of
      ? sql`l.subject_id = ${of.person}`
      : sql`l.through_type = 'device' AND l.through_id = ${of.device}
         AND l.subject_id = (SELECT t.user_id FROM tracked_person t WHERE t.device_id = l.through_id)`;
  // What somebody views within ten minutes is one line.
  const lines = sql`
    SELECT min(l.id) AS id, l.user_id AS viewer_id, coalesce(l.impersonated_by, l.user_id) AS who, l.through_id AS device_id, l.kind,
           min(l.viewed_from) AS "from", max(l.viewed_to) AS "to", min(l.created_at) AS first_at, max(l.created_at) AS last_at, count(*)::integer AS looks
      FROM view_log l WHERE l.app_id = 'tracking' AND l.subject_type = 'users' AND ${mine}
     GROUP BY l.user_id, l.impersonated_by, l.subject_id, l.through_id, l.kind, date_bin('10 minutes', l.created_at, '2000-01-01 00:00Z')`;
  const { rows } = await sql<Row>`
    SELECT l.id, l.viewer_id, ${personNameSql('l.who')} AS viewer_name, jsonb_build_object('id', d.id, 'name', d.name) AS device, l.kind,
           l."from", l."to", l.first_at, l.last_at, l.looks
      FROM (SELECT * FROM (${lines}) g ORDER BY g.id DESC LIMIT ${limit} OFFSET ${skip}) l
      JOIN ${sql.raw(deviceFacts)} d ON d.id = l.device_id ORDER BY l.id DESC`.execute(tx);
  const counted = total ? await sql<{ n: number }>`SELECT count(*)::integer AS n FROM (${lines}) l`.execute(tx) : null;
  const data = rows.map(({ viewerId, viewerName, ...row }) => ({
    ...row,
    viewer: { id: viewerId, name: viewerName ?? '' },
  }));
  return { data, totalRecords: counted?.rows[0]?.n ?? null };
}

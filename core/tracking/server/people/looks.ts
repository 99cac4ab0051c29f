import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { ListQuery } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import type { LookKind, PersonLook } from '../../common/people.ts';

type Period = { from: number; to: number };

/**
 * Records that the caller has viewed the positions of the people who wear these devices, as the role that sees all
 * rows.
 */
export async function recordLooks(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  devices: readonly number[],
  kind: LookKind,
  period: Period | null = null,
): Promise<void> {
  if (devices.length === 0) return;
  await sql`
    INSERT INTO person_look AS l (company_id, device_id, person_id, viewer_id, kind, looked_from, looked_to)
    SELECT t.company_id, t.device_id, t.user_id, ${actor.session.user.id}::integer, ${kind}, to_timestamp(${period?.from ?? null}::float8 / 1000), to_timestamp(${period?.to ?? null}::float8 / 1000)
      FROM tracked_person t WHERE t.device_id = ANY (${devices}::integer[]) ORDER BY t.device_id
    ON CONFLICT (device_id, person_id, viewer_id, impersonated_by, kind, slot) DO UPDATE
      SET looks = l.looks + 1, last_at = now(), looked_from = least(l.looked_from, excluded.looked_from), looked_to = greatest(l.looked_to, excluded.looked_to)`.execute(
    tx,
  );
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
      ? sql`l.person_id = ${of.person}`
      : sql`l.device_id = ${of.device} AND l.person_id = (SELECT t.user_id FROM tracked_person t WHERE t.device_id = l.device_id)`;
  const { rows } = await sql<Row>`
    SELECT l.id, l.viewer_id, ${personNameSql('l.who')} AS viewer_name, jsonb_build_object('id', d.id, 'name', d.name) AS device, l.kind,
           l.looked_from AS "from", l.looked_to AS "to", l.created_at AS first_at, l.last_at, l.looks
      FROM (SELECT l.*, coalesce(l.impersonated_by, l.viewer_id) AS who FROM person_look l WHERE ${mine} ORDER BY l.id DESC LIMIT ${limit} OFFSET ${skip}) l
      JOIN ${sql.raw(deviceFacts)} d ON d.id = l.device_id ORDER BY l.id DESC`.execute(tx);
  const counted = total
    ? await sql<{ n: number }>`SELECT count(*)::integer AS n FROM person_look l WHERE ${mine}`.execute(tx)
    : null;
  const data = rows.map(({ viewerId, viewerName, ...row }) => ({
    ...row,
    viewer: { id: viewerId, name: viewerName ?? '' },
  }));
  return { data, totalRecords: counted?.rows[0]?.n ?? null };
}

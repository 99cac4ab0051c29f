import { sql } from 'kysely';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { EndReason } from '../../common/grant.ts';
import {
  type AccessMode,
  type GrantTimes,
  nextEdge,
  opensAt,
  stateAt,
  type TimeWindow,
} from '../../common/grant-state.ts';

/** A grant that the transaction has locked. */
export type LockedGrant = {
  id: number;
  companyId: number;
  mode: AccessMode;
  state: 'pending' | 'active' | 'ended';
  startsAt: string;
  endsAt: string | null;
  windows: TimeWindow[] | null;
  hours: WeekSchedule | null;
};

export const timesOf = ({
  startsAt,
  endsAt,
  hours,
  windows,
}: Omit<LockedGrant, 'id' | 'companyId' | 'mode' | 'state'>): GrantTimes => ({
  from: Date.parse(startsAt),
  to: endsAt === null ? null : Date.parse(endsAt),
  hours,
  windows,
});

/** Locks grants that have not ended, and reads when they allow to open. */
export async function lockGrants(tx: Tx, where: ReturnType<typeof sql>, limit = 1000): Promise<LockedGrant[]> {
  const { rows } = await sql<LockedGrant>`
    SELECT g.id, g.company_id, g.mode, g.state, g.starts_at, g.ends_at, g.windows, w.hours
      FROM access_grant g LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = g.schedule_id
     WHERE g.state <> 'ended' AND ${where} ORDER BY g.id LIMIT ${limit} FOR UPDATE OF g SKIP LOCKED`.execute(tx);
  return rows;
}

/** Locks a grant against concurrent changes. Refuses one that has ended. */
export async function lockGrant(tx: Tx, id: number): Promise<LockedGrant> {
  await tx.selectFrom('accessGrant').where('id', '=', id).forUpdate().execute();
  const [locked] = await lockGrants(tx, sql`g.id = ${id}`);
  if (!locked) throw refuse(409, 'grant-ended');
  return locked;
}

/** The columns of a grant that depend on the clock. */
export function columnsAt(times: GrantTimes, at: number) {
  const edge = nextEdge(times, at);
  return {
    state: stateAt(times, at),
    open: opensAt(times, at),
    nextEdge: edge === null ? null : new Date(edge).toISOString(),
  };
}

/**
 * Writes codes and cards to their locks, and deletes them, as their grants and their own states require. The only place
 * that decides whether one should be on a lock.
 */
export async function adaptCodes(tx: Tx, grantIds: readonly number[]): Promise<void> {
  const wanted = sql`(g.state <> 'ended' AND c.blocked_at IS NULL AND c.deactivated_at IS NULL AND (g.open OR g.mode NOT IN ('scheduled', 'calendar-mode')))`;
  await sql`
    UPDATE access_credential c
       SET sync = CASE WHEN ${wanted} THEN 'wanted' WHEN c.slot IS NULL THEN 'removed' ELSE 'removing' END,
           reason = NULL, attempts = 0, next_attempt_at = now(), command_id = NULL, removing_since = CASE WHEN NOT ${wanted} AND c.slot IS NOT NULL THEN now() END
      FROM access_grant g
     WHERE g.id = c.grant_id AND g.id = ANY (${grantIds}::integer[]) AND c.store IS NOT NULL
       AND CASE WHEN ${wanted} THEN c.sync IN ('none', 'removing', 'removed') ELSE c.sync IN ('none', 'wanted', 'writing', 'set', 'failed', 'drift') END`.execute(
    tx,
  );
}

/** Updates grants that the transaction has locked to the present time. */
export async function advanceGrants(tx: Tx, grants: readonly LockedGrant[], at: number): Promise<void> {
  const rows = grants.map((grant) => ({ id: grant.id, ...columnsAt(timesOf(grant), at) }));
  await sql`
    UPDATE access_grant g SET state = n.state, open = n.open, next_edge = n."nextEdge",
           end_reason = CASE WHEN n.state = 'ended' THEN 'expired' END, ended_at = CASE WHEN n.state = 'ended' THEN now() END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (id integer, state text, open boolean, "nextEdge" timestamptz) WHERE g.id = n.id`.execute(
    tx,
  );
  await endCredentials(
    tx,
    rows.filter(({ state }) => state === 'ended').map(({ id }) => id),
  );
  await adaptCodes(
    tx,
    rows.map(({ id }) => id),
  );
}

const endCredentials = (tx: Tx, grantIds: readonly number[]) =>
  sql`UPDATE access_credential SET deactivated_at = coalesce(deactivated_at, now()) WHERE grant_id = ANY (${grantIds}::integer[])`.execute(
    tx,
  );

export type Ending = { reason: EndReason; note?: string | undefined; by?: number | null };

/**
 * Ends grants that have not ended, within the caller's transaction: none of their credentials opens any more, and their
 * codes are removed from the locks. Returns their ids.
 */
export async function endGrants(
  tx: Tx,
  where: ReturnType<typeof sql>,
  { reason, note, by = null }: Ending,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE access_grant g SET state = 'ended', open = false, next_edge = NULL, end_reason = ${reason}, end_note = ${note ?? null}, ended_at = now(), ended_by = ${by}::integer
     WHERE g.state <> 'ended' AND ${where} RETURNING g.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await endCredentials(tx, ids);
  await adaptCodes(tx, ids);
  return ids;
}

/** Opens and closes grants whose time has come. */
export const dueGrants = dueBatch<{ id: number }>(
  'access.grants',
  { table: 'access_grant', at: 'next_edge', where: sql`state <> 'ended'` },
  500,
  async ({ tx }, due) =>
    advanceGrants(tx, await lockGrants(tx, sql`g.id = ANY (${due.map(({ id }) => id)}::integer[])`), Date.now()),
);

import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';

/** Who has acknowledged or closed an alarm, and when. */
export type Taken = { by: string; at: string };

/** Those of the alarms that somebody other than the caller holds, or has closed: by whom. Takes one statement. */
export async function takenByOthers(
  tx: Tx,
  { session }: Pick<Actor, 'session'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Taken>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Taken & { id: number; actorId: number }>`
    SELECT DISTINCT ON (a.id) a.id, e.actor_id, ${personNameSql('e.actor_id')} AS by, e.at
      FROM alarm a JOIN alarm_event e ON e.alarm_id = a.id
       AND e.action = ANY (CASE WHEN a.closed_at IS NULL THEN ARRAY['acknowledged', 'taken-over'] ELSE ARRAY['terminated', 'rejected'] END)
     WHERE a.id = ANY (${ids}::integer[]) AND e.actor_id IS NOT NULL ORDER BY a.id, e.id DESC`.execute(tx);
  const others = rows.filter(({ actorId }) => actorId !== session.user.id);
  return new Map(others.map(({ id, by, at }) => [id, { by, at }]));
}

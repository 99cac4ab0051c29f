import { sql } from 'kysely';
import { endParties, storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { publishAssignments } from './live-assignments.ts';
import { logWatch } from './log-watch.ts';
import { showTroubles, subjects } from './open-troubles.ts';

type Assigned = { id: number; companyId: number; ownerId: number; panelId: number; role: 'monitoring' | 'tenant' };
export type Ended = Assigned & { wasInForce: boolean };

/**
 * Ends accepted assignments: their companies are no longer parties of the open incidents of the panels, whose desk falls
 * back to the owner, and what was offered is withdrawn. `where` is a condition on `t`. Returns what has ended.
 */
export async function endAssignments(
  context: Emitting,
  where: ReturnType<typeof sql>,
  reason: 'ended' | 'over' | 'contract-ended' | 'unlinked' | 'not-answered',
): Promise<Ended[]> {
  const { tx, actor } = context;
  return bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<Ended>`
      WITH held AS MATERIALIZED (
             SELECT t.* FROM defcon_assignment t WHERE t.state IN ('pending', 'accepted') AND ${where} ORDER BY t.id FOR UPDATE),
           ended AS (
             UPDATE defcon_assignment a SET state = CASE h.state WHEN 'pending' THEN 'withdrawn' ELSE 'ended' END, in_force = false, due_at = NULL
               FROM held h WHERE a.id = h.id RETURNING a.id, a.state),
           steps AS (
             INSERT INTO defcon_assignment_step (subject_id, step, state_before, state_after, detail)
             SELECT h.id, CASE h.state WHEN 'pending' THEN 'withdraw' ELSE 'end' END, h.state, e.state, jsonb_build_object('reason', ${reason}::text)
               FROM held h JOIN ended e ON e.id = h.id)
      SELECT h.id, h.company_id, h.owner_id, h.panel_id, h.role, h.in_force AS was_in_force FROM held h`.execute(tx);
    publishAssignments(context, rows);
    const inForce = rows.filter(({ wasInForce }) => wasInForce);
    await endAsParties(context, inForce);
    await logWatch(tx, 'watch-ended', inForce);
    return rows;
  });
}

/** Ends the companies as parties of the open incidents and troubles of these panels. */
async function endAsParties(context: Emitting, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const { rows } = await sql<{ alarmId: number; companyId: number }>`
    SELECT DISTINCT p.alarm_id, p.company_id
      FROM unnest(${ended.map(({ companyId }) => companyId)}::integer[], ${ended.map(({ ownerId }) => ownerId)}::integer[], ${ended.map(({ panelId }) => panelId)}::integer[]) AS n (company_id, owner_id, panel_id)
     CROSS JOIN LATERAL ${subjects} s
      JOIN ${sql.raw(storedAlarms)} a ON a.company_id = n.owner_id AND a.app = 'defcon' AND a.subject_type = s.type AND a.subject_id = s.id AND a.closed_at IS NULL
      JOIN ${sql.raw(storedParties)} p ON p.alarm_id = a.id AND p.company_id = n.company_id AND p.until_at IS NULL ORDER BY 1, 2`.execute(
    context.tx,
  );
  await endParties(context, rows, { reason: 'assignment-ended' });
}

/** A panel that is gone is assigned to nobody. */
export const endOfPanel = (context: Emitting, panelId: number): Promise<Ended[]> =>
  endAssignments(context, sql`t.panel_id = ${panelId}`, 'unlinked');

type Due = Assigned & { state: 'pending' | 'accepted'; inForce: boolean };

/** Begins and ends assignments at their time, and withdraws offers that nobody has answered. */
export const dueAssignments = dueBatch<Due>(
  'defcon.assignments',
  { table: 'defcon_assignment', at: 'due_at' },
  500,
  async (context, rows) => {
    const idsOf = (among: readonly Due[]) => among.map(({ id }) => id);
    const { pending = [], accepted = [] } = Object.groupBy(rows, ({ state }) => state);
    const beginning = accepted.filter(({ inForce }) => !inForce);
    const over = accepted.filter(({ inForce }) => inForce);
    if (pending.length > 0)
      await endAssignments(context, sql`t.id = ANY (${idsOf(pending)}::integer[])`, 'not-answered');
    if (over.length > 0) await endAssignments(context, sql`t.id = ANY (${idsOf(over)}::integer[])`, 'over');
    if (beginning.length === 0) return;
    await sql`UPDATE defcon_assignment SET in_force = true, due_at = until_at WHERE id = ANY (${idsOf(beginning)}::integer[])`.execute(
      context.tx,
    );
    publishAssignments(context, beginning);
    await showTroubles(context, beginning);
    await logWatch(context.tx, 'watched', beginning);
  },
);

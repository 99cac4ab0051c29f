import { type RawBuilder, sql } from 'kysely';
import type { Listeners } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import './events.ts';

type ScheduleListeners = NonNullable<Listeners['inTransaction']>;

export type Following = {
  /** One of `scheduleUses` of the slice. */
  use: string;
  /** The table whose column `schedule_id` names the schedule. */
  table: string;
  /** Which rows follow their schedule; the others lose it when it is deleted. By default all do. */
  follows?: RawBuilder<boolean>;
  /** The refusal to delete a schedule that rows follow, and the name of their number in it. */
  refusal: { word: string; count: string; further?(tx: Tx, schedule: number): Promise<object> };
};

/** Listeners of a slice whose rows follow schedules: it counts them, and refuses with 409 to delete a schedule in use. */
export function followSchedule({ use, table, follows, refusal }: Following) {
  const isFollowing = follows ?? sql`true`;
  return {
    async 'schedule.counted'({ tx }, { add }) {
      const { rows } = await sql<{ scheduleId: number; count: number }>`
        SELECT schedule_id, count(*)::integer AS count FROM ${sql.table(table)} WHERE schedule_id IS NOT NULL AND ${isFollowing} GROUP BY 1`.execute(
        tx,
      );
      add(use, rows);
    },
    async 'schedule.removed'({ tx }, { id }) {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE schedule_id = ${id} AND ${isFollowing}`.execute(
        tx,
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0)
        throw refuse(409, refusal.word, { [refusal.count]: count, ...(await refusal.further?.(tx, id)) }, '01110409');
      if (follows) await sql`UPDATE ${sql.table(table)} SET schedule_id = NULL WHERE schedule_id = ${id}`.execute(tx);
    },
  } satisfies ScheduleListeners;
}

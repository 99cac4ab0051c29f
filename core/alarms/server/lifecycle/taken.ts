import { sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Context } from '#platform/server/serve.ts';
import { eventOf } from '../../common/standard-actions.ts';
import { actingParty } from '../parties/sides.ts';
import type { LockedAlarm } from './locked-alarm.ts';

/** Who has acknowledged or closed an alarm, and when. */
export type Taken = { by: string; at: string };

/** The events of actions that close alarms of an app's classes. */
const closingEvents = (apps: readonly AppManifest[]): string[] => [
  ...new Set(
    apps
      .flatMap(({ alarmClasses = {} }) => Object.values(alarmClasses))
      .flatMap(({ actions }) =>
        Object.keys(actions).flatMap((name) => (actions[name]?.closes ? [eventOf(actions, name)] : [])),
      ),
  ),
];

/**
 * Those of the alarms that somebody other than the caller holds for the same company, or has closed: by whom. Takes one statement.
 * A party does not learn who of another company has closed an alarm, and one that has ended learns nobody.
 */
export async function takenByOthers(
  { tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>,
  alarms: readonly LockedAlarm[],
): Promise<ReadonlyMap<number, Taken>> {
  const acting = alarms.filter(
    ({ sides, closedAt, acknowledgedAt }) =>
      (sides === undefined || sides.acts !== null) && (closedAt !== null || acknowledgedAt !== null),
  );
  if (acting.length === 0) return new Map();
  const asked = sql`unnest(${acting.map(({ id }) => id)}::integer[], ${acting.map((alarm) => actingParty(alarm))}::integer[]) AS n (id, party_id)`;
  const { rows } = await sql<Taken & { id: number; actorId: number; foreignParty: boolean }>`
    SELECT DISTINCT ON (a.id) a.id, e.actor_id, e.at, ${personNameSql('e.actor_id')} AS by, n.party_id IS NOT NULL AND e.by_company IS DISTINCT FROM n.party_id AS foreign_party
      FROM ${asked} JOIN alarm a ON a.id = n.id
      JOIN alarm_event e ON e.alarm_id = a.id AND CASE WHEN a.closed_at IS NULL
        THEN e.action IN ('acknowledged', 'taken-over') AND e.by_company IS NOT DISTINCT FROM n.party_id
        ELSE e.action = ANY (${closingEvents(kit.apps)}::text[]) END
     WHERE e.actor_id IS NOT NULL ORDER BY a.id, e.id DESC`.execute(tx);
  const others = rows.filter(({ actorId, foreignParty }) => actorId !== actor.session.user.id && !foreignParty);
  return new Map(others.map(({ id, by, at }) => [id, { by, at }]));
}

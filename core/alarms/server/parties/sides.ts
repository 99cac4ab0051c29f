import { sql } from 'kysely';
import { companyOfPerson, personNamed } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm } from '../../common/alarm.ts';
import type { PartyView } from '../../common/party.ts';

type Person = { id: number; name: string };

/** What an open alarm was when one of its companies ceased to be a party. */
export type AsOf = Pick<Alarm, 'severity' | 'condition' | 'disposition' | 'count' | 'lastAt' | 'clearedAt'> & {
  escalatedTo: number | null;
  /** Null: the role of the owner. */
  deskRole: string | null;
};

/** SQL for a property of `AsOf`, which takes the place of a column of `t` for a party `p` that has ended. */
export const asOfEnd = (property: keyof AsOf, type: string, column: string) =>
  sql`coalesce((p.as_of ->> ${sql.lit(property)})::${sql.raw(type)}, ${sql.ref(`t.${column}`)})`;

/** One company of an alarm. `view` is null for the owner, who sees all of it. */
export type Side = {
  companyId: number;
  role: string;
  hasDesk: boolean;
  /** Its site, for abilities; null: all sites. */
  structureId: number | null;
  acknowledgedAt: string | null;
  acknowledgedBy: Person | null;
  view: PartyView | null;
  /** The person to whom the alarm was escalated, if it is one of the caller's companies. */
  escalatedTo: Person | null;
  /** Since when it is no longer a party. */
  untilAt: string | null;
  /** What it sees since then, unless the alarm had been closed before. */
  asOf: AsOf | null;
};

/** An alarm of several companies as the caller sees it. */
export type Sides = {
  owner: Side;
  /** Those that the caller may see: all of them as the owner, else those of the caller's companies. */
  parties: readonly (Side & { companyName: string })[];
  /** As which company the caller sees the alarm. */
  reads: Side;
  /** As which company the caller acts; null if it is no longer a party. */
  acts: Side | null;
  /** The company that has to act, if the caller may see whether it has acknowledged the alarm. */
  desk: Side | null;
  deskRole: string;
};

/** The company for which the caller acts, if it is not the owner of the alarm. */
export const actingParty = ({ sides }: { sides: Sides | undefined }): number | null =>
  sides?.acts?.view ? sides.acts.companyId : null;

type Row = Omit<Side, 'role' | 'hasDesk' | 'view'> & {
  id: number;
  app: string;
  class: string;
  ownerId: number;
  ownerStructureId: number | null;
  ownerAcknowledgedAt: string | null;
  ownerAcknowledgedBy: Person | null;
  deskId: number;
  deskRole: string | null;
  role: string | null;
  view: PartyView | null;
  companyName: string;
};

/** The classes of an app whose alarms can have several companies. */
export const sharedClasses = ({ alarmClasses = {} }: AppManifest): string[] =>
  Object.keys(alarmClasses).filter((name) => alarmClasses[name]?.parties);

/** The role of the company of the alarm itself. */
export const ownerRoleOf = (
  apps: readonly AppManifest[],
  { app, class: name }: { app: string; class: string },
): string => apps.find(({ id }) => id === app)?.alarmClasses?.[name]?.parties?.[0] ?? 'owner';

/** The roles of owners by `<app> <class>`. */
export const ownerRoles = (apps: readonly AppManifest[]): Record<string, string> =>
  Object.fromEntries(
    apps.flatMap((app) =>
      sharedClasses(app).map((name) => [`${app.id} ${name}`, ownerRoleOf(apps, { app: app.id, class: name })]),
    ),
  );

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

/**
 * The companies of those alarms that have several, as the caller sees them. The caller reads as the owner if it may act
 * for it, and acts as its own company if this is a party: people of a desk that works for the owner by a contract act as
 * the desk.
 */
export async function sidesOf(
  { tx, kit, actor }: Reading,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Sides>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    SELECT a.id, a.app, a.class, a.company_id AS owner_id, a.structure_id AS owner_structure_id, a.acknowledged_at AS owner_acknowledged_at,
           ${personNamed('a.acknowledged_by')} AS owner_acknowledged_by, coalesce(a.desk_company_id, a.company_id) AS desk_id, alarm_desk_role(a.id) AS desk_role,
           p.company_id, p.role, p.structure_id, p.view, p.until_at, p.as_of, p.acknowledged_at, ${personNamed('p.acknowledged_by')} AS acknowledged_by,
           company_called(p.company_id) AS company_name, CASE WHEN ${companyOfPerson('x.person')} IS NOT NULL THEN ${personNamed('x.person')} END AS escalated_to
      FROM alarm a LEFT JOIN alarm_party p ON p.alarm_id = a.id
     CROSS JOIN LATERAL (SELECT CASE WHEN p.as_of IS NULL THEN a.escalated_to ELSE (p.as_of ->> 'escalatedTo')::integer END AS person) x
     WHERE a.id = ANY (${ids}::integer[]) AND a.shared ORDER BY a.id, p.company_id`.execute(tx);
  const sides = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, of]) => {
    const found = sidesAmong(of, actor, kit.apps);
    return found ? [[id, found] as const] : [];
  });
  return new Map(sides);
}

function sidesAmong(rows: readonly Row[], actor: Context['actor'], apps: readonly AppManifest[]): Sides | null {
  const [first] = rows;
  if (!first) return null;
  const { companies } = actor.scope;
  const isOwn = (company: number) => companies === 'all' || companies.includes(company);
  const owner: Side = {
    companyId: first.ownerId,
    role: ownerRoleOf(apps, first),
    hasDesk: first.deskId === first.ownerId,
    structureId: first.ownerStructureId,
    acknowledgedAt: first.ownerAcknowledgedAt,
    acknowledgedBy: first.ownerAcknowledgedBy,
    view: null,
    escalatedTo: first.escalatedTo,
    untilAt: null,
    asOf: null,
  };
  const parties = rows.flatMap((row) => (row.role === null ? [] : [partyOf(row, row.role)]));
  const own = companies === 'all' ? [] : parties.filter(({ companyId }) => isOwn(companyId));
  const inForce = own.filter(({ untilAt }) => untilAt === null);
  const reads = isOwn(first.ownerId) ? owner : (inForce[0] ?? own[0]);
  if (!reads) return null;
  const acts = inForce.find(({ companyId }) => companyId === actor.session.user.companyId) ?? reads;
  const seen = reads.view === null ? [owner, ...parties] : own;
  return {
    owner,
    parties,
    reads,
    acts: acts.untilAt === null ? acts : null,
    desk: seen.find(({ hasDesk }) => hasDesk) ?? null,
    deskRole: (reads.asOf ?? first).deskRole ?? owner.role,
  };
}

const partyOf = (row: Row, role: string) => ({
  companyId: row.companyId,
  companyName: row.companyName,
  role,
  hasDesk: row.deskId === row.companyId && row.untilAt === null,
  structureId: row.structureId,
  acknowledgedAt: row.acknowledgedAt,
  acknowledgedBy: row.acknowledgedBy,
  // An incomplete view shows nothing of the owner instead.
  view: { subject: '', ...row.view },
  escalatedTo: row.escalatedTo,
  untilAt: row.untilAt,
  asOf: row.asOf,
});

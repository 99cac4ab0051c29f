import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, queryText } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { NewParty, PartyView } from '../../common/party.ts';
import {
  type AlarmChange,
  type AlarmContext,
  changesOf,
  publishChanges,
  publishToParties,
} from '../raising/alarm-changes.ts';
import { aboutKey, type NewAlarm } from '../raising/alarm-input.ts';

type JoiningAlarm = Pick<AlarmChange, 'id' | 'app' | 'class'>;
type Joining = { alarm: JoiningAlarm; party: NewParty };
type Joined = { alarm_id: number; company_id: number; structure_id: number | null };

/** The roles that a class declares for companies other than the owner. */
const rolesOf = ({ apps }: Pick<Kit, 'apps'>, { app, class: name }: JoiningAlarm): readonly string[] =>
  apps.find(({ id }) => id === app)?.alarmClasses?.[name]?.parties?.slice(1) ?? [];

function assertDeclared(kit: Kit, { alarm, party }: Joining): void {
  if (!rolesOf(kit, alarm).includes(party.role))
    throw new Error(`the class "${alarm.class}" of ${alarm.app} declares no party "${party.role}"`);
}

/** What a party finds the alarm by: its own names, not those of the owner. */
const searchOf = ({ subject, structure, devices = [] }: PartyView): string =>
  [subject, structure ?? [], devices].flat().join(' ');

/**
 * Adds companies to open alarms, which notifies them like those of a new alarm. Those that an alarm has already stay as
 * they are; with `again`, those that have ended begin again. A company whose contract with the owner has ended is not
 * added. It needs the role that sees all rows, because no company may add another one.
 */
async function addRows(
  { tx, kit, actor }: AlarmContext,
  joining: readonly Joining[],
  { again }: { again: boolean },
): Promise<Joined[]> {
  if (joining.length === 0) return [];
  for (const one of joining) assertDeclared(kit, one);
  const rows = joining.map(({ alarm, party: { companyId, role, structureId = null, view, readsOn = true } }) => ({
    alarm_id: alarm.id,
    company_id: companyId,
    role,
    structure_id: structureId,
    view,
    reads_on: readsOn,
    search: searchOf(view),
  }));
  const added = await bypassRls(tx, actor.scope, () =>
    queryText<Joined>(tx, {
      name: 'alarm-join',
      text: `WITH new AS (
               SELECT DISTINCT ON (alarm_id, company_id) * FROM jsonb_to_recordset($1::jsonb)
                 AS n(alarm_id integer, company_id integer, role text, structure_id integer, view jsonb, reads_on boolean, search text)),
             held AS MATERIALIZED (
               SELECT a.id, a.company_id, a.kind FROM alarm a
                WHERE a.id IN (SELECT alarm_id FROM new) AND a.closed_at IS NULL ORDER BY a.about, a.kind, a.id FOR UPDATE OF a),
             joined AS (
               INSERT INTO alarm_party AS p (alarm_id, company_id, owner_id, role, structure_id, view, reads_on, search)
               SELECT h.id, n.company_id, h.company_id, n.role, n.structure_id, n.view, n.reads_on, rasid_fold(n.search || ' ' || h.kind)
                 FROM new n JOIN held h ON h.id = n.alarm_id AND h.company_id <> n.company_id
                WHERE lock_running_contract(h.company_id, n.company_id) ORDER BY 1, 2
               ON CONFLICT (alarm_id, company_id) DO UPDATE
                 SET role = excluded.role, structure_id = excluded.structure_id, view = excluded.view, reads_on = excluded.reads_on, search = excluded.search,
                     from_at = now(), until_at = NULL, as_of = NULL, acknowledged_at = NULL, acknowledged_by = NULL WHERE p.until_at IS NOT NULL AND $2
               RETURNING p.*),
             shared AS (UPDATE alarm a SET shared = true FROM joined j WHERE a.id = j.alarm_id AND NOT a.shared),
             logged AS (
               INSERT INTO alarm_event (alarm_id, company_id, at, actor_id, action, data)
               SELECT alarm_id, owner_id, clock_timestamp(), rasid_user(), 'party-added', jsonb_build_object('companyId', company_id, 'role', role) FROM joined)
             SELECT alarm_id, company_id, structure_id FROM joined`,
      values: [JSON.stringify(rows), again],
    }),
  );
  return added.rows;
}

/**
 * Adds the parties with which alarms were raised. One that has ended stays so while its alarm is raised again. Returns the
 * changes with the companies that are new.
 */
export async function joinParties(
  context: AlarmContext,
  changes: readonly (AlarmChange & { about: string })[],
  hits: readonly NewAlarm[],
): Promise<AlarmChange[]> {
  const byKey = new Map(changes.map((change) => [`${change.about} ${change.kind}`, change]));
  const joining = hits.flatMap((hit) => {
    const alarm = byKey.get(`${aboutKey(hit)} ${hit.kind}`);
    if (hit.desk !== undefined && !hit.parties?.some(({ companyId }) => companyId === hit.desk))
      throw new Error(`the desk ${hit.desk} of an alarm "${hit.kind}" is not one of its parties`);
    return alarm ? (hit.parties ?? []).map((party) => ({ alarm, party })) : [];
  });
  const added = Map.groupBy(await addRows(context, joining, { again: false }), (row) => row.alarm_id);
  return changes.map(({ about, ...change }) => ({
    ...change,
    parties: [...change.parties, ...(added.get(change.id) ?? []).map(siteOf)],
  }));
}

const siteOf = ({ company_id, structure_id }: Joined) => ({ companyId: company_id, structureId: structure_id });

/**
 * Adds companies to open alarms, of which there can be many. Those that an alarm has already stay as they are; those that
 * have ended begin again. Companies whose contract with the owner has ended are not added.
 */
export async function addPartiesOf(
  context: AlarmContext,
  joining: readonly { alarmId: number; party: NewParty }[],
): Promise<void> {
  if (joining.length === 0) return;
  const alarms = await changesOf(context, [...new Set(joining.map(({ alarmId }) => alarmId))]);
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  const rows = joining.flatMap(({ alarmId, party }) => {
    const alarm = byId.get(alarmId);
    return alarm ? [{ alarm, party }] : [];
  });
  const added = Map.groupBy(await addRows(context, rows, { again: true }), (row) => row.alarm_id);
  publishChanges(context, alarms, 'changed');
  publishToParties(
    context,
    alarms.map((alarm) => ({ ...alarm, raised: true, parties: (added.get(alarm.id) ?? []).map(siteOf) })),
    'raised',
  );
}

/** Adds companies to one open alarm. */
export async function addParties(context: AlarmContext, alarmId: number, parties: readonly NewParty[]): Promise<void> {
  if ((await changesOf(context, [alarmId])).length === 0) throw refuse(404, 'not-found');
  await addPartiesOf(
    context,
    parties.map((party) => ({ alarmId, party })),
  );
}

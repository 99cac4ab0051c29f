import { sql } from 'kysely';
import { endParty, moveDesk, storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { handBackLength, type PoliceStep } from '../../common/police/request.ts';
import { logSteps } from './panel-life.ts';

type Acting = DomainEvents['alarm.acting'];
type Acted = Acting['alarms'][number];

const isPolice = (role: string) => role === 'hq' || role === 'local';

/** Of the steps that the police takes, each can be left out, and none is undone. */
const order: readonly PoliceStep[] = ['requested', 'accepted', 'dispatched', 'on-scene', 'closed'];

/** The steps that the log of the panel shows; the end of the incident is a line of its own. */
const shownAs = {
  accepted: 'police-accepted',
  dispatched: 'police-dispatched',
  'on-scene': 'police-on-scene',
  closed: null,
} as const;

type Advanced = { panelId: number | null; companyId: number; kind: string; nameEn: string; nameAr: string };

/** Takes a step of the police on its incidents. Returns whether any was not further yet. */
async function advance(context: Emitting, incidents: readonly Acted[], to: keyof typeof shownAs): Promise<boolean> {
  const { tx, actor } = context;
  const before = order.slice(0, order.indexOf(to));
  const ids = incidents.map(({ id }) => id);
  const units = incidents.map(({ by }) => by.companyId);
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Advanced>`
      UPDATE defcon_incident i SET police_step = ${to}, accepted_at = coalesce(accepted_at, now()),
             dispatched_at = CASE WHEN ${to} IN ('dispatched', 'on-scene') THEN coalesce(dispatched_at, now()) ELSE dispatched_at END,
             on_scene_at = CASE WHEN ${to} = 'on-scene' THEN now() ELSE on_scene_at END
        FROM unnest(${ids}::integer[], ${units}::integer[]) AS n (id, unit) LEFT JOIN defcon_locality l ON l.company_id = n.unit
       WHERE i.alarm_id = n.id AND police_step = ANY (${before})
      RETURNING i.panel_id, i.company_id, i.kind, coalesce(l.name_en, '') AS name_en, coalesce(l.name_ar, '') AS name_ar`.execute(
      tx,
    ),
  );
  const kind = shownAs[to];
  if (kind) await logSteps(context, kind, rows, ({ nameEn, nameAr }) => ({ police: { en: nameEn, ar: nameAr } }));
  return rows.length > 0;
}

type Side = { companyId: number; role: string; acknowledged: boolean; hasDesk: boolean };

/** The further companies of an alarm in force. */
async function sidesOf({ tx, actor }: Emitting, { id }: Acted): Promise<Side[]> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Side>`
      SELECT p.company_id, p.role, p.acknowledged_at IS NOT NULL AS acknowledged, p.company_id = a.desk_company_id IS TRUE AS has_desk
        FROM ${sql.raw(storedParties)} p JOIN ${sql.raw(storedAlarms)} a ON a.id = p.alarm_id
       WHERE p.alarm_id = ${id} AND p.until_at IS NULL ORDER BY p.company_id`.execute(tx),
  );
  return rows;
}

const refuseMark = (mark: string) => refuse(409, 'mark-not-allowed', { mark });

/** A station gives an incident back to its headquarters, a headquarters to the security company, and that to the customer. */
async function handBack(context: Emitting, alarm: Acted, text: string | null): Promise<void> {
  const { by, id, companyId } = alarm;
  if (!by.hasDesk) throw refuseMark('handed-back');
  if ((text ?? '').length < handBackLength) throw invalid('comment', 'tooShort');
  const sides = await sidesOf(context, alarm);
  const holder = (role: string) => sides.find((side) => side.role === role)?.companyId;
  const hq = by.role === 'local' ? holder('hq') : undefined;
  const monitor = by.role === 'monitor' ? undefined : holder('monitor');
  await moveDesk(context, id, { to: hq ?? monitor ?? companyId, reason: 'handed-back' });
}

/** A security company no longer needs the police. If that has accepted, it decides. */
async function standDown(context: Emitting, alarm: Acted): Promise<void> {
  const sides = await sidesOf(context, alarm);
  const desk = sides.find(({ hasDesk }) => hasDesk);
  if (!desk || !isPolice(desk.role)) throw refuseMark('stand-down');
  if (desk.acknowledged) return;
  await moveDesk(context, alarm.id, { to: alarm.by.companyId, reason: 'stood-down' });
  for (const { companyId } of sides.filter(({ role }) => isPolice(role)))
    await endParty(context, [alarm.id], companyId, { reason: 'stood-down' });
  await bypassRls(context.tx, context.actor.scope, () =>
    sql`UPDATE defcon_incident SET police_step = 'withdrawn' WHERE alarm_id = ${alarm.id}`.execute(context.tx),
  );
}

/** What companies do with an incident moves it between their desks, and says how far the police is. */
export async function followPolice(context: Emitting, { alarms, action, mark, text }: Acting): Promise<void> {
  const incidents = alarms.filter((alarm) => alarm.app === 'defcon' && alarm.class === ofIncidents);
  const ofPolice = incidents.filter(({ by }) => by.hasDesk && isPolice(by.role));
  if (action === 'acknowledge' && ofPolice.length > 0) await advance(context, ofPolice, 'accepted');
  if ((action === 'terminate' || action === 'reject') && ofPolice.length > 0)
    await advance(context, ofPolice, 'closed');
  const [alarm] = incidents;
  if (action !== 'comment' || mark === null || !alarm) return;
  if (mark === 'handed-back') await handBack(context, alarm, text);
  if (mark === 'stand-down') await standDown(context, alarm);
  if (mark === 'dispatched' || mark === 'on-scene') {
    const isMoved = ofPolice.length > 0 && (await advance(context, ofPolice, mark));
    if (!isMoved) throw refuseMark(mark);
  }
}

import { sql } from 'kysely';
import {
  activePerson,
  companyNameOf,
  companyOfPerson,
  contactsOf,
  findActivePeople,
  mailPeople,
  personNamed,
} from '#core/accounts/server/api.ts';
import { deviceChanged, visibleDevice } from '#core/devices/server/api.ts';
import { scheduleNamed, weekSchedules } from '#core/schedules/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { emit } from '#platform/server/domain-events.ts';
import { isolated, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { PersonRoutes, PersonState, TrackedPersonFields } from '../../common/people.ts';
import '../events.ts';
import { isOnDuty, nextDutyChange } from './duties.ts';
import { erasePlaces } from './erase.ts';
import { assertOwnPeople, shownNow } from './guard.ts';
import { looksOf, recordLooks } from './looks.ts';
import { personModels } from './person-models.ts';

type Asking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
/** The open alarm of a call for help that the caller may read; the alarms slice depends on this one. */
export type SosAlarm = (
  context: Asking,
  device: number,
) => Promise<Pick<NonNullable<PersonState['sos']>, 'alarmId' | 'acknowledged' | 'escalatesAt'> | null>;
type Worn = Awaited<ReturnType<typeof visibleDevice>>;

async function wornDevice({ tx, kit, actor }: Asking, app: string, id: number, action: string): Promise<Worn> {
  const device = await visibleDevice(tx, actor, app, id);
  if (!personModels(kit.apps).has(device.hardwareId)) throw refuse(404, 'not-found');
  if (!hasAbilityOn(actor.session, app, 'personal', action, device.structureId)) throw refuse(403, 'no-permission');
  assertOwnPeople(actor, device, action);
  return device;
}

async function stateOf(context: Asking, device: Worn, sosAlarm: SosAlarm): Promise<PersonState> {
  const { tx, kit, actor } = context;
  const found = await bypassRls(tx, actor.scope, async () => {
    const { duties, calling, shown } = await shownNow(tx, kit, [device]);
    const places = await sql<NonNullable<PersonState['place']>>`
      SELECT lat, lng, time AS at, accuracy FROM device_place WHERE device_id = ${device.id} AND ${shown.length > 0}::boolean`.execute(
      tx,
    );
    const place = places.rows[0] ?? null;
    if (place) await recordLooks(context, [device.id], 'place');
    const named = await sql<{ person: { id: number; name: string }; schedule: { id: number; name: string } }>`
      SELECT ${personNamed('t.user_id')} AS person, ${scheduleNamed('t.schedule_id')} AS schedule FROM tracked_person t WHERE t.device_id = ${device.id}`.execute(
      tx,
    );
    const duty = duties.get(device.id);
    const [contact] = duty ? await contactsOf(tx, [duty.userId]) : [];
    return { duty, place, since: calling.get(device.id), named: named.rows[0], phone: contact?.verifiedPhone ?? null };
  });
  const { duty, place, since, named, phone } = found;
  const alarm = since === undefined ? null : await sosAlarm(context, device.id);
  const now = Date.now();
  return {
    deviceId: device.id,
    person: named ? { ...named.person, phone } : null,
    schedule: named?.schedule ?? null,
    consent: duty?.consentAt ? { at: duty.consentAt, textVersion: duty.textVersion ?? 0 } : null,
    onDuty: isOnDuty(duty, now),
    nextChange: duty ? nextDutyChange(duty, now) : null,
    sos:
      since === undefined ? null : { since, ...(alarm ?? { alarmId: null, acknowledged: false, escalatesAt: null }) },
    place,
  };
}

const mails = {
  en: {
    subject: (device: string) => `You have been given the tracker ${device}`,
    text: (device: string, company: string) =>
      `${isolated(company)} has given you the personal tracker ${isolated(device)}. Your positions are kept only after you consent, only while you are on duty, and for 30 days. You can withdraw your consent at any time.`,
    button: 'Read and decide',
    why: 'You are receiving this email because a device that tracks its wearer was assigned to you.',
  },
  ar: {
    subject: (device: string) => `سُلِّم إليك جهاز التتبّع ${device}`,
    text: (device: string, company: string) =>
      `سلّمتك ${isolated(company)} جهاز التتبّع الشخصي ${isolated(device)}. لا تُحفظ مواقعك إلا بعد موافقتك، وأثناء دوامك فقط، ولمدة 30 يومًا. ويمكنك سحب موافقتك في أي وقت.`,
    button: 'الاطّلاع واتخاذ القرار',
    why: 'وصلتك هذه الرسالة لأن جهازًا يتتبّع حامله أُسند إليك.',
  },
};

/** Notifies the person, who decides. */
async function askForConsent({ tx, kit }: Asking, device: Worn, userId: number): Promise<void> {
  const [contact] = await contactsOf(tx, [userId]);
  if (!contact) return;
  const company = await companyNameOf(tx, device.companyId);
  const texts = mails[contact.locale];
  await mailPeople(tx, [
    layoutMail(kit, {
      app: kit.apps.find(({ id }) => id === device.app),
      recipient: contact.email,
      locale: contact.locale,
      subject: texts.subject(device.name),
      text: [texts.text(device.name, company ?? '')],
      button: { label: texts.button, url: `${kit.publicUrl}/core/own-tracking` },
      why: () => texts.why,
    }),
  ]);
}

/** Refuses people and schedules of other companies. */
async function assertAssignable(tx: Tx, company: number, { userId, scheduleId }: TrackedPersonFields): Promise<void> {
  const { rows } = await sql<{ ofPerson: number | null; ofSchedule: number | null }>`
    SELECT ${companyOfPerson('n.id')} AS of_person, (SELECT w.company_id FROM ${sql.raw(weekSchedules)} w WHERE w.id = ${scheduleId}) AS of_schedule
      FROM (SELECT ${userId}::integer AS id) n`.execute(tx);
  if (rows[0]?.ofPerson !== company || !(await activePerson(tx, userId))) throw invalid('userId', 'notFound');
  if (rows[0].ofSchedule !== company) throw invalid('scheduleId', 'notFound');
}

/** Serves `personRoutes(app)`. */
export function personHandlers(app: string, sosAlarm: SosAlarm): Handlers<PersonRoutes> {
  return {
    async state(context) {
      return stateOf(context, await wornDevice(context, app, context.params.id, 'read'), sosAlarm);
    },
    async assign(context) {
      const { tx, kit, params, body, actor, afterCommit } = context;
      const device = await wornDevice(context, app, params.id, 'update');
      const { userId, scheduleId } = body;
      const isOther = await bypassRls(tx, actor.scope, async () => {
        await assertAssignable(tx, device.companyId, body);
        const before = await tx
          .selectFrom('trackedPerson')
          .select('userId')
          .where('deviceId', '=', device.id)
          .forUpdate()
          .executeTakeFirst();
        await tx
          .insertInto('trackedPerson')
          .values({ deviceId: device.id, companyId: device.companyId, userId, scheduleId })
          .onConflict((conflict) =>
            conflict.column('deviceId').doUpdateSet((row) => ({
              userId: row.ref('excluded.userId'),
              scheduleId: row.ref('excluded.scheduleId'),
            })),
          )
          .execute();
        if (before?.userId === userId) return false;
        // A trail belongs to one person.
        await endConsents(tx, sql`device_id = ${device.id}`);
        await erasePlaces(context, [device.id]);
        await askForConsent(context, device, userId);
        return true;
      });
      if (isOther) await emit(context, 'wearers.changed', { ids: [device.id] });
      afterCommit(() => deviceChanged(kit, device));
      return stateOf(context, device, sosAlarm);
    },
    async candidates(context) {
      const { tx, actor, list, params } = context;
      const device = await wornDevice(context, app, params.id, 'update');
      const scope = { ...actor.scope, companies: [device.companyId] };
      return bypassRls(tx, actor.scope, () => findActivePeople(tx, scope, list));
    },
    async looks(context) {
      const { tx, actor, list, params } = context;
      const device = await wornDevice(context, app, params.id, 'read');
      return bypassRls(tx, actor.scope, () => looksOf(tx, { device: device.id }, list));
    },
  };
}

/** Ends the consents of a condition, as the role that sees all rows. */
export const endConsents = (tx: Asking['tx'], where: ReturnType<typeof sql>) =>
  sql`UPDATE tracking_consent SET withdrawn_at = now() WHERE withdrawn_at IS NULL AND ${where}`.execute(tx);

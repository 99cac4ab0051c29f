import { sql } from 'kysely';
import { companyNamed } from '#core/accounts/server/api.ts';
import { deviceById, deviceChanged, deviceNamed } from '#core/devices/server/api.ts';
import { scheduleNamed } from '#core/schedules/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { consentVersion, type OwnTracking, type ownTrackingRoutes } from '../../common/people.ts';
import { dutiesOf, isOnDuty, nextDutyChange } from './duties.ts';
import { erasePlaces } from './erase.ts';
import { looksOf } from './looks.ts';
import { endConsents } from './person-handlers.ts';

type Own = Pick<Context, 'tx' | 'actor'>;
type Worn = {
  deviceId: number;
  device: OwnTracking['device'];
  company: OwnTracking['company'];
  schedule: OwnTracking['schedule'];
};

/** The devices that the caller wears, as the role that sees all rows: people may see all data about themselves. */
async function ownTracking({ tx, actor }: Own): Promise<OwnTracking[]> {
  const { rows } = await sql<Worn>`
    SELECT t.device_id, ${deviceNamed('t.device_id')} AS device, ${companyNamed('t.company_id')} AS company, ${scheduleNamed('t.schedule_id')} AS schedule
      FROM tracked_person t WHERE t.user_id = ${actor.session.user.id} ORDER BY t.device_id`.execute(tx);
  const duties = await dutiesOf(
    tx,
    rows.map(({ deviceId }) => deviceId),
  );
  const now = Date.now();
  return rows.map(({ deviceId, device: { id, name }, company, schedule }) => {
    const duty = duties.get(deviceId);
    return {
      device: { id, name },
      company,
      schedule,
      consent: duty?.consentAt ? { at: duty.consentAt, textVersion: duty.textVersion ?? 0 } : null,
      onDuty: isOnDuty(duty, now),
      nextChange: duty ? nextDutyChange(duty, now) : null,
    };
  });
}

/** The company of a device that the caller wears; its row is locked. */
async function ownDevice({ tx, actor }: Own, id: number): Promise<number> {
  const row = await tx
    .selectFrom('trackedPerson')
    .select('companyId')
    .where('deviceId', '=', id)
    .where('userId', '=', actor.session.user.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse(404, 'not-found');
  return row.companyId;
}

async function updateOpenPages({ tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>, id: number) {
  const device = await deviceById(tx, id);
  if (device) afterCommit(() => deviceChanged(kit, device));
}

export const ownTrackingHandlers: Handlers<typeof ownTrackingRoutes> = {
  list: (context) => bypassRls(context.tx, context.actor.scope, () => ownTracking(context)),
  async consent(context) {
    const { tx, params, body, actor } = context;
    // A Super Admin who acts as the owner of a company must not decide for people.
    if (actor.scope.impersonatedBy) throw refuse(403, 'no-permission');
    return bypassRls(tx, actor.scope, async () => {
      const companyId = await ownDevice(context, params.id);
      // The text that was read is the one of this version.
      if (body.textVersion !== consentVersion) throw invalid('textVersion', 'outOfRange');
      await endConsents(
        tx,
        sql`device_id = ${params.id} AND (text_version <> ${consentVersion} OR user_id <> ${actor.session.user.id})`,
      );
      await tx
        .insertInto('trackingConsent')
        .values({ companyId, deviceId: params.id, userId: actor.session.user.id, textVersion: consentVersion })
        .onConflict((conflict) => conflict.column('deviceId').where('withdrawnAt', 'is', null).doNothing())
        .execute();
      await updateOpenPages(context, params.id);
      return ownTracking(context);
    });
  },
  async withdraw(context) {
    const { tx, params, actor } = context;
    if (actor.scope.impersonatedBy) throw refuse(403, 'no-permission');
    await bypassRls(tx, actor.scope, async () => {
      await ownDevice(context, params.id);
      await endConsents(tx, sql`device_id = ${params.id}`);
      await erasePlaces(context, [params.id]);
      await updateOpenPages(context, params.id);
    });
    return null;
  },
  looks: ({ tx, actor, list }) =>
    bypassRls(tx, actor.scope, () => looksOf(tx, { person: actor.session.user.id }, list)),
};

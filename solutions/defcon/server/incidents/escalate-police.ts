import { alarmActionHandler } from '#core/alarms/server/api.ts';
import { defcon } from '../../app.ts';
import { verifications } from '../../common/police/request.ts';
import { callPolice } from './call-police.ts';

/** A person gives the incident to the police, or forwards it to a station. */
export const escalatePolice = alarmActionHandler(defcon, 'intrusion', 'escalate-police', async (context, alarm) => {
  const acts = alarm.sides?.acts;
  const by = { role: acts?.role ?? 'owner', companyId: acts?.companyId ?? null };
  const police = await callPolice(context, alarm, { by, ...escalationBody(context.body) });
  return { set: { disposition: 'escalated' }, data: police };
});

/** The body was checked by what the class declares. */
function escalationBody(body: object): {
  verified: (typeof verifications)[number] | undefined;
  stationId: number | undefined;
} {
  const verified = 'verified' in body ? verifications.find((one) => one === body.verified) : undefined;
  const stationId = 'stationId' in body && typeof body.stationId === 'number' ? body.stationId : undefined;
  return { verified, stationId };
}

import { companyNameOf } from '#core/accounts/server/api.ts';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import type { Context } from '#platform/server/serve.ts';
import type { IncidentFile, PrintedIncident } from '../../common/incidents/incident-file.ts';

type Asking = Pick<Context, 'tx' | 'kit' | 'actor'> & { body: { language: 'en' | 'ar' } };

/** Requests the file of an incident as PDF. It has what the page shows, and so no code words. */
export async function printIncident(
  context: Asking,
  alarm: AlarmDetail,
  file: IncidentFile,
): Promise<{ id: number; companyId: number }> {
  const { tx, body } = context;
  const { companyId, subject, severity, condition, disposition, outcome, closedAt, acknowledgedBy, escalatedTo } =
    alarm;
  const data: PrintedIncident = {
    file,
    company: (await companyNameOf(tx, companyId)) ?? '',
    zone: await zoneOfSite(tx, { structureId: file.site?.id ?? null, companyId }),
    madeAt: new Date().toISOString(),
    handling: { subject, severity, condition, disposition, outcome, closedAt, acknowledgedBy, escalatedTo },
    steps: alarm.events.map(({ id, at, action, actor, text, data: said }) => ({
      id,
      at,
      action,
      actor,
      text,
      data: said,
    })),
  };
  const title = `${file.site?.name ?? subject.name} ${alarm.firstAt.slice(0, 10)}`;
  const document = { companyId, page: 'incident-file', language: body.language, title, data };
  return { id: await requestPrint(context, document), companyId };
}

import { sql } from 'kysely';
import { contactsOf, mailPeople, zoneOfCompany } from '#core/accounts/server/api.ts';
import { appsWithDevices } from '#core/devices/server/api.ts';
import type { MailPlanDue } from '#core/mail-plans/server/api.ts';
import { structureIdsOf } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { layoutMail } from '#platform/server/mail/mail-layout.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { metering } from '../../app.ts';
import type { SiteUsage } from '../../common/consumption.ts';
import { midnightOf } from '../../common/index-curve.ts';
import type { ConsumptionReport } from '../../common/report.ts';
import { consumptionReport } from '../../common/report.ts';
import { isoSpan, periodBefore, type Span, zoneOfCaller } from '../consumption.ts';
import { monthAt, monthSpan, monthsLater } from '../months.ts';
import { siteUsages } from '../site-consumption.ts';

type Locale = 'en' | 'ar';

/** The last whole month, week or day before an instant, in the time zone. */
export function reportSpan(frequency: MailPlanDue['frequency'], now: number, zone: string): Span {
  if (frequency === 'monthly') return monthSpan(monthsLater(monthAt(now, zone), -1), zone);
  return { from: midnightOf(now, zone, frequency === 'weekly' ? -7 : -1), to: midnightOf(now, zone) };
}

function reportOf(
  name: string,
  sites: readonly SiteUsage[],
  { period, before, zone }: { period: Span; before: Span; zone: string },
): ConsumptionReport {
  return {
    name,
    company: sites[0]?.company.name ?? '',
    period: isoSpan(period),
    before: isoSpan(before),
    madeAt: new Date().toISOString(),
    zone,
    rows: sites.map(({ name: site, utility, unit, amount, compared, known, meters }) => ({
      site,
      utility,
      unit,
      amount,
      before: compared?.before ?? null,
      change: compared && compared.before > 0 ? Math.round((compared.amount / compared.before - 1) * 100) || 0 : null,
      known,
      meters,
    })),
  };
}

/** Lays out the last whole month of a site. Refuses with 404 a site without a meter that the caller may see. */
export async function printMonth(
  context: Context,
  structureId: number,
  language: Locale,
): Promise<{ id: number; companyId: number }> {
  const zone = await zoneOfCaller(context);
  const period = reportSpan('monthly', Date.now(), zone);
  const before = periodBefore(period, zone);
  const apps = appsWithDevices(context);
  const sites = await siteUsages(context, { apps, structures: [structureId], period, before });
  const [site] = sites;
  if (!site) throw refuse(404, 'not-found');
  const companyId = site.company.id;
  const data = reportOf(site.name, sites, { period, before, zone });
  const title = `${site.name} ${data.period.from.slice(0, 10)}`;
  return {
    companyId,
    id: await requestPrint(context, { companyId, page: 'consumption-report', language, title, data }),
  };
}

/** Lays out the report of a plan as a document for each language of its readers. The mails follow once it exists. */
export async function startReport({ tx, kit, afterCommit, actor }: Emitting, plan: MailPlanDue): Promise<void> {
  if (plan.report !== consumptionReport) return;
  const { companyId, app, name } = plan;
  const readers = await contactsOf(tx, plan.users);
  const zone = await zoneOfCompany(tx, companyId);
  const period = reportSpan(plan.frequency, Date.now(), zone);
  const before = periodBefore(period, zone);
  const context = { tx, kit, afterCommit, actor: { scope: { ...actor.scope, companies: [companyId] } } };
  const visible = plan.resources.includes('*') ? null : plan.resources.map(Number);
  const structures = await structureIdsOf(tx, context.actor.scope, { filters: {} }, visible);
  const sites = await siteUsages(context, { apps: [{ app, structures: null }], structures, period, before });
  const data = reportOf(name, sites, { period, before, zone });
  for (const [language, of] of Map.groupBy(readers, ({ locale }) => locale)) {
    const documentId = await requestPrint(
      { ...context, actor: { scope: { ...context.actor.scope, userId: null } } },
      { companyId, page: 'consumption-report', language, title: name, data },
    );
    const recipients = of.map(({ email }) => email);
    await tx
      .insertInto('consumptionReport')
      .values({ companyId, app, name, documentId, data: JSON.stringify(data), recipients, language })
      .execute();
  }
}

type Waiting = { app: string; name: string; data: ConsumptionReport; recipients: string[]; language: Locale };

/** Mails the reports of a document: with it, or without it when it could not be laid out. */
export async function mailReports(
  { tx, kit }: Emitting,
  document: { id: number; fileId: number | null },
): Promise<void> {
  const waiting = await sql<Waiting>`
    DELETE FROM consumption_report WHERE document_id = ${document.id} RETURNING app, name, data, recipients, language`.execute(
    tx,
  );
  for (const report of waiting.rows) await mailPeople(tx, mailsOf(kit, report, document.fileId));
}

const shownInMail = 50;

function mailsOf(kit: Kit, { app: id, name, data, recipients, language }: Waiting, fileId: number | null): Mail[] {
  const t = (key: string) => textOf(metering, language, key) ?? key;
  const app = kit.apps.find((one) => one.id === id);
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  const day = (at: string) => new Intl.DateTimeFormat('en-GB', { timeZone: data.zone }).format(new Date(at));
  const lastDay = (at: string) => day(new Date(Date.parse(at) - 1).toISOString());
  const lines = data.rows.slice(0, shownInMail).map(({ site, utility, unit, amount, change }) => {
    const changed = change === null ? '' : ` (${change > 0 ? '+' : ''}${change} %)`;
    return `${t(`values.utility.${utility}`)} – ${site}: ${number.format(amount)} ${unit}${changed}`;
  });
  const attachments = fileId === null ? undefined : [{ name: `${name}.pdf`, fileId }];
  return recipients.map((recipient) =>
    layoutMail(kit, {
      recipient,
      locale: language,
      app,
      subject: `${name} – ${t('report.title')}`,
      text: [`${day(data.period.from)} – ${lastDay(data.period.to)}`, ...(lines.length > 0 ? [] : [t('report.none')])],
      lines,
      button: { label: t('report.open'), url: appUrl(kit, app, ({ web }) => `${web}/analysis/consumption`) },
      why: (brand) => t('report.why').replace('{{name}}', name).replace('{{brand}}', brand),
      attachments,
    }),
  );
}

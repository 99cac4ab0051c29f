import { sql } from 'kysely';
import { companyNameOf, personNameOf, zoneOfCompany } from '#core/accounts/server/api.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { ReportParam } from '../../common/manifest.ts';
import { periodAt } from '../../common/report-period.ts';
import type { catalogueRoutes, OfferedParam, OfferedSection } from '../../common/section-catalogue.ts';
import { checkDefinition } from '../definitions/check-definition.ts';
import { buildDocument } from '../runs/build-document.ts';
import { appsOf, refusalOf, type SectionKind, sectionKinds } from '../section-kinds.ts';
import { words } from '../section-words.ts';

/** A preview is waited for. */
const previewMs = 20_000;
const mostRows = { section: 200, report: 2000 };
const usualWidth = 12;
const leastWidth = 3;

function paramOf(slice: SectionKind['slice'], name: string, param: ReportParam): OfferedParam {
  const label = words(slice, `reportParams.${name}`);
  if (param.kind !== 'choice') return { ...param, label };
  const options = param.options.map((value) => ({ value, label: words(slice, `values.${name}.${value}`) }));
  return { ...param, label, options };
}

function offered(context: Context, found: SectionKind): OfferedSection[] {
  const { kind, spec, slice } = found;
  const [least = leastWidth, usual = usualWidth] = spec.width ?? [];
  const columns = Object.keys(spec.columns).map((key) => ({ key, title: words(slice, `reportColumns.${key}`) }));
  const params = Object.fromEntries(
    Object.entries(spec.params ?? {}).map(([name, param]) => [name, paramOf(slice, name, param)]),
  );
  return appsOf(context.kit.apps, found).map(({ id: app }) => ({
    app,
    appName: words({ id: app }, 'app'),
    kind,
    name: words(slice, `reportSections.${kind}`),
    draw: spec.draw,
    columns,
    params,
    width: { least, usual },
    maxDays: spec.maxDays ?? null,
    refused: spec.unsupported ? 'unsupported' : refusalOf(context, { app, kind }),
  }));
}

/** What the caller can add to a report, of one app or of all. Of apps that the company does not hold, nothing is offered. */
export const offeredSections = (context: Context, only?: string): OfferedSection[] =>
  sectionKinds(context.kit.apps)
    .flatMap((found) => offered(context, found))
    .filter(({ app, refused }) => refused !== 'app-not-held' && (only === undefined || app === only));

export const catalogueHandlers: Handlers<typeof catalogueRoutes> = {
  async sections(context) {
    readableCompany(context.actor, context.params.companyId);
    return offeredSections(context);
  },
  async preview(context) {
    const { tx, actor, params, body: definition } = context;
    changeableCompany(actor, params.companyId);
    await checkDefinition(context, definition, []);
    const zone = await zoneOfCompany(tx, params.companyId);
    const company = (await companyNameOf(tx, params.companyId)) ?? '';
    const by = (await personNameOf(tx, actor.session.user.id)) ?? '';
    await sql`SELECT set_config('statement_timeout', ${String(previewMs)}, true)`.execute(tx);
    const period = periodAt(definition.period, new Date(), zone);
    const question = { definition, period, zone, company, by, dataAt: new Date().toISOString(), mostRows };
    const { document } = await buildDocument(context, question);
    return document;
  },
};

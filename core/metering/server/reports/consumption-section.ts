import { structureIdsOf } from '#core/places/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { periodBefore } from '../consumption.ts';
import { siteUsages } from '../site-consumption.ts';

const hundred = 100;

/** The consumption of sites by utility in the period of a report, compared with the period before. */
export const consumptionSection: SectionPart = {
  async read(context, { app, period: asked, zone, structures, mostRows }) {
    const { tx, actor } = context;
    const allowed = resourcesWith(actor.session, app, 'analysis', 'read');
    const visible = structures && allowed ? structures.filter((id) => allowed.includes(id)) : (structures ?? allowed);
    const ids = await structureIdsOf(tx, actor.scope, { filters: {} }, visible && [...visible]);
    const period = { from: Date.parse(asked.from), to: Date.parse(asked.to) };
    const before = periodBefore(period, zone);
    const sites = await siteUsages(context, { apps: [{ app, structures: null }], structures: ids, period, before });
    const rows = sites.map(({ name, utility, unit, amount, compared, known, meters }) => ({
      site: name,
      utility,
      unit,
      amount,
      before: compared?.before ?? null,
      change: compared && compared.before > 0 ? (compared.amount / compared.before - 1) * hundred : null,
      known,
      meters,
    }));
    return { rows: rows.slice(0, mostRows), rowCount: rows.length };
  },
};

import { sql } from 'kysely';
import { countriesWithCodes } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { MarketProduct } from '../common/manifest.ts';
import { centsOf } from './customize.ts';

/** A manifest's product as a row; the keys are the columns. */
const rowOf = (app: string, product: MarketProduct, sort: number) => ({
  sku: product.sku,
  kind: product.kind,
  app,
  solution_ids: product.solutions ?? [],
  hardware_id: product.hardware ?? null,
  fits: product.fits ?? [],
  name_en: product.name.en,
  name_ar: product.name.ar,
  summary_en: product.summary?.en ?? '',
  summary_ar: product.summary?.ar ?? '',
  price_cents: product.price === null ? null : centsOf(product.price),
  months: product.months ?? null,
  units: product.units ?? null,
  icon: product.icon ?? null,
  stock: product.stock ?? null,
  lead_time_days: product.leadTimeDays ?? 0,
  si_available: product.integrators ?? false,
  drawing: product.drawing,
  offer: product.offer ?? {},
  sort,
});

/** Tax, shipping and currency of the countries that are delivered to, at the first start. */
const firstTerms = [
  { code: 'AE', tax: 5, trn: '100000000000003', shipping: 2500, currency: 'AED', perDollar: 3.6725 },
  { code: 'SA', tax: 15, trn: '300000000000003', shipping: 6000, currency: 'SAR', perDollar: 3.75 },
  { code: 'BH', tax: 10, trn: '200000000000002', shipping: 6000, currency: 'BHD', perDollar: 0.376 },
  { code: 'OM', tax: 5, trn: 'OM1100000000', shipping: 6000, currency: 'OMR', perDollar: 0.3845 },
  { code: 'QA', tax: 0, trn: null, shipping: 6000, currency: 'QAR', perDollar: 3.64 },
  { code: 'KW', tax: 0, trn: null, shipping: 6000, currency: 'KWD', perDollar: 0.3075 },
] as const;

/** A fictitious seller and bank account, so that the demo can be paid by transfer. */
async function addDemoSeller(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO market_seller (valid_from, legal_name_en, legal_name_ar, address_en, address_ar, bank, iban, swift)
    SELECT '2026-01-01', 'Rasid Technologies LLC', 'شركة راصد للتقنيات ذ.م.م', 'Office 1204, Al Maktoum Road, Dubai, United Arab Emirates',
           'مكتب 1204، شارع آل مكتوم، دبي، الإمارات العربية المتحدة', 'Emirates Demo Bank', 'AE070331234567890123456', 'EDBKAEAD'
     WHERE NOT EXISTS (SELECT FROM market_seller)`.execute(tx);
}

/**
 * Adds the products of the manifests that are not yet stored, with their options. Stored products keep the changes of
 * the installation.
 */
export async function addProducts(kit: Kit): Promise<void> {
  const declared = kit.apps.flatMap(({ id, kind, market }) =>
    (market?.products ?? []).map((product, at) => ({
      product,
      row: rowOf(kind === 'core' ? 'core' : id, product, at),
    })),
  );
  const options = declared.flatMap(({ product }) =>
    (product.options ?? []).map((option) => ({
      parent: product.sku,
      item: option.sku,
      group_id: option.group ?? null,
      depends_on: option.dependsOn ?? null,
      included: option.included ?? false,
      min: option.min ?? 0,
      max: option.max ?? 1,
      preset: option.preset ?? 0,
    })),
  );
  await inSystem(kit.db, async (tx) => {
    const added = await sql<{ sku: string }>`
      INSERT INTO market_product (sku, kind, app, solution_ids, hardware_id, fits, name_en, name_ar, summary_en, summary_ar, price_cents,
                                  months, units, icon, stock, lead_time_days, si_available, drawing, offer, sort)
      SELECT r.sku, r.kind, r.app, r.solution_ids, r.hardware_id, r.fits, r.name_en, r.name_ar, r.summary_en, r.summary_ar, r.price_cents,
             r.months, r.units, r.icon, r.stock, r.lead_time_days, r.si_available, r.drawing, r.offer, r.sort
        FROM jsonb_populate_recordset(NULL::market_product, ${JSON.stringify(declared.map(({ row }) => row))}::jsonb) r
      ON CONFLICT (sku) DO NOTHING RETURNING sku`.execute(tx);
    await sql`
      INSERT INTO market_option (parent_id, item_id, group_id, depends_on, included, min, max, preset)
      SELECT p.id, i.id, o.group_id, d.id, o.included, o.min, o.max, o.preset
        FROM jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
             AS o (parent text, item text, group_id text, depends_on text, included boolean, min smallint, max smallint, preset smallint)
        JOIN market_product p ON p.sku = o.parent JOIN market_product i ON i.sku = o.item LEFT JOIN market_product d ON d.sku = o.depends_on
       WHERE o.parent = ANY (${added.rows.map(({ sku }) => sku)}::text[])`.execute(tx);
    const countries = await countriesWithCodes(
      tx,
      firstTerms.map(({ code }) => code),
    );
    const terms = firstTerms.flatMap((term) => {
      const country = countries.get(term.code);
      return country === undefined ? [] : [{ ...term, country }];
    });
    await sql`
      INSERT INTO market_country (country_id, valid_from, tax_percent, seller_trn, shipping_cents, currency, per_dollar, languages)
      SELECT t.country, '2026-01-01', t.tax, t.trn, t.shipping, t.currency, t."perDollar", CASE WHEN t.code = 'SA' THEN '{ar,en}'::text[] ELSE '{en,ar}' END
        FROM jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) AS t (country integer, code text, tax numeric, trn text, shipping bigint, currency text, "perDollar" numeric)
       WHERE NOT EXISTS (SELECT FROM market_country m WHERE m.country_id = t.country)`.execute(tx);
    if (kit.settings.demo) await addDemoSeller(tx);
  });
}

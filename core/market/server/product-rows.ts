import { type RawBuilder, sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { Offer } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';

type Locale = 'en' | 'ar';
/** Whose prices and names are read: a company, or null for the list price. */
export type Reader = { tx: Tx; kit: Pick<Kit, 'apps' | 'settings'>; locale: Locale; companyId: number | null };

/** Apps that are visible, and the core, whose products are packages and services. */
export const sellingApps = (kit: Pick<Kit, 'apps' | 'settings'>): string[] => [
  'core',
  ...visibleApps(kit)
    .filter(({ market }) => market)
    .map(({ id }) => id),
];

/** The id of the app for a name in a call. */
export const appNamed = ({ apps }: Pick<Kit, 'apps'>, name: string): string =>
  apps.find(({ market }) => market?.aliases?.includes(name))?.id ?? name;

/** Whether the caller sees a product `t`: on sale, of a visible app, and not hidden from the company. */
export const onSale = (kit: Pick<Kit, 'apps' | 'settings'>, companyId: number | null): RawBuilder<unknown> =>
  sql`t.active AND t.app = ANY (${sellingApps(kit)}::text[])
    AND NOT EXISTS (SELECT FROM market_customized h WHERE h.product_id = t.id AND h.company_id = ${companyId} AND h.hidden)`;

const dollarsOf = (cents: RawBuilder<unknown>) => sql`${cents} / 100.0`;

type StoredRow = Omit<Product, 'offer'> & { siAvailable: boolean; stored: Offer; description: string };

const selectedRows = (ids: readonly number[], companyId: number | null, locale: Locale) => {
  const nameOf = (product: string, own: string) =>
    sql`coalesce(${sql.ref(`${own}.name_${locale}`)}, ${sql.ref(`${product}.name_${locale}`)})`;
  return sql<StoredRow>`
    SELECT t.id, t.sku, t.kind, t.app, t.solution_ids, t.hardware_id, t.fits,
           ${nameOf('t', 'c')} AS name, ${sql.ref(`t.summary_${locale}`)} AS summary, ${sql.ref(`t.description_${locale}`)} AS description,
           ${dollarsOf(sql`coalesce(c.price_cents, t.price_cents)`)} AS price, ${dollarsOf(sql`t.price_cents`)} AS list_price,
           t.months, t.units, t.icon, t.drawing, t.min_qty, t.max_qty, t.lead_time_days, t.si_available, t.offer AS stored,
           CASE WHEN t.stock IS NOT NULL THEN least(t.stock - t.reserved, 20) END AS stock,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object(
                      'id', i.id, 'kind', i.kind, 'name', ${nameOf('i', 'ci')}, 'included', o.included,
                      'price', CASE WHEN o.included THEN 0 ELSE ${dollarsOf(sql`coalesce(ci.price_cents, i.price_cents)`)} END,
                      'groupId', o.group_id, 'dependencyId', o.depends_on, 'min', o.min, 'max', o.max, 'preset', o.preset) ORDER BY i.sort, i.id)
               FROM market_option o JOIN market_product i ON i.id = o.item_id AND i.active
               LEFT JOIN market_customized ci ON ci.product_id = i.id AND ci.company_id = ${companyId}
              WHERE o.parent_id = t.id AND ci.hidden IS NOT TRUE), '[]') AS options
      FROM market_product t LEFT JOIN market_customized c ON c.product_id = t.id AND c.company_id = ${companyId}
     WHERE t.id = ANY (${ids}::integer[])`;
};

function sensorsOf(apps: readonly AppManifest[], app: string, hardwareId: number, locale: Locale) {
  const manifest = apps.find(({ id }) => id === app);
  const model = manifest?.hardware?.find(({ id }) => id === hardwareId);
  return (model?.sensors ?? []).map((key) => {
    const owner = [app, 'devices'].find((id) => textOf({ id }, locale, `sensors.${key}`));
    const type = apps
      .filter(({ id }) => id === app || id === 'devices')
      .flatMap(({ sensorTypes }) => sensorTypes ?? [])
      .find((sensor) => sensor.key === key);
    return { id: type?.id ?? 0, name: (owner && textOf({ id: owner }, locale, `sensors.${key}`)) ?? key };
  });
}

function offerOf({ kit, locale }: Reader, row: StoredRow): Product['offer'] {
  if (row.hardwareId === null) return null;
  const { stored } = row;
  const model = kit.apps.find(({ id }) => id === row.app)?.hardware?.find(({ id }) => id === row.hardwareId);
  return {
    id: row.hardwareId,
    deviceId: row.id,
    siAvailable: row.siAvailable,
    sensors: sensorsOf(kit.apps, row.app, row.hardwareId, locale),
    plugins: row.options.filter(({ kind }) => kind === 'plugin').map(({ id, name }) => ({ id, name })),
    dimension: stored.dimension ?? null,
    batteryLifeMonths: stored.batteryLifeMonths ?? null,
    lifeExpectancyMonths: stored.lifeExpectancyMonths ?? null,
    warrantyValidityInMonths: stored.warrantyMonths ?? null,
    communicationType: stored.communication ?? null,
    freeTokenValidityInMonths: stored.freeMonths ?? 0,
    connectivity: model?.connectivity ?? 'session',
  };
}

/** Products in the order of `ids`, in the reader's language, at the prices of the reader's company. */
export async function productRows(
  reader: Reader,
  ids: readonly number[],
): Promise<(Product & { description: string })[]> {
  if (ids.length === 0) return [];
  const found = await selectedRows(ids, reader.companyId, reader.locale).execute(reader.tx);
  return inOrder(
    ids,
    found.rows.map((row) => ({ ...row, offer: offerOf(reader, row) })),
  );
}

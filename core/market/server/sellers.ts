import { sql } from 'kysely';
import { countryNamed } from '#core/countries/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { CountrySelling, Seller, sellerRoutes } from '../common/seller.ts';
import { centsOf } from './customize.ts';

const sellerColumns = sql`
  SELECT valid_from::text AS valid_from, legal_name_en, legal_name_ar, address_en, address_ar, bank, iban, swift FROM market_seller`;

/** The current seller; null until it is entered. */
export async function currentSeller(tx: Tx): Promise<Seller | null> {
  const found =
    await sql<Seller>`${sellerColumns} WHERE market_seller.valid_from <= current_date ORDER BY market_seller.valid_from DESC LIMIT 1`.execute(
      tx,
    );
  return found.rows[0] ?? null;
}

/** Versions that are already valid were used on bills and cannot be edited. */
async function assertFromToday(tx: Tx, validFrom: string): Promise<void> {
  const found = await sql<{ past: boolean }>`SELECT ${validFrom}::date < current_date AS past`.execute(tx);
  if (found.rows[0]?.past) throw invalid('validFrom', 'dateInPast');
}

export const sellerHandlers: Handlers<typeof sellerRoutes> = {
  sellers: async ({ tx }) =>
    (await sql<Seller>`${sellerColumns} ORDER BY market_seller.valid_from DESC`.execute(tx)).rows,
  async setSeller({ tx, actor, body }) {
    await assertFromToday(tx, body.validFrom);
    const added = await bypassRls(tx, actor.scope, () =>
      tx
        .insertInto('marketSeller')
        .values({
          validFrom: body.validFrom,
          legalNameEn: body.legalNameEn,
          legalNameAr: body.legalNameAr,
          addressEn: body.addressEn,
          addressAr: body.addressAr,
          bank: body.bank,
          iban: body.iban,
          swift: body.swift,
        })
        .onConflict((conflict) => conflict.column('validFrom').doNothing())
        .executeTakeFirst(),
    );
    if (added.numInsertedOrUpdatedRows === 0n) throw invalid('validFrom', 'taken');
    return body;
  },
  async countries({ tx, locale }) {
    const found = await sql<CountrySelling & { country: { id: number; name: string } }>`
      SELECT c.country_id, ${countryNamed(locale)('c.country_id')} AS country, c.valid_from::text AS valid_from, c.tax_percent, c.seller_trn,
             c.shipping_cents / 100.0 AS shipping_fee, c.currency, c.per_dollar
        FROM market_country c ORDER BY c.country_id, c.valid_from DESC`.execute(tx);
    return found.rows;
  },
  async setCountry({ tx, actor, body }) {
    await assertFromToday(tx, body.validFrom);
    if (body.taxPercent > 0 && body.sellerTrn === null) throw invalid('sellerTrn', 'Required');
    const { countryId, validFrom, taxPercent, sellerTrn, shippingFee, currency, perDollar } = body;
    const added = await bypassRls(tx, actor.scope, () =>
      sql`INSERT INTO market_country (country_id, valid_from, tax_percent, seller_trn, shipping_cents, currency, per_dollar, languages)
          VALUES (${countryId}, ${validFrom}, ${taxPercent}, ${sellerTrn}, ${centsOf(shippingFee)}, ${currency}, ${perDollar},
                  coalesce((SELECT languages FROM market_country WHERE country_id = ${countryId} ORDER BY valid_from DESC LIMIT 1), '{en,ar}'))
          ON CONFLICT (country_id, valid_from) DO NOTHING`.execute(tx),
    );
    if (added.numAffectedRows === 0n) throw invalid('validFrom', 'taken');
    return body;
  },
};

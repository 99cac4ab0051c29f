import { countryCode } from '#core/countries/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type BillingProfile, type billingProfileRoutes, isSaudiVatNumber } from '../../common/billing-profile.ts';
import { assertManages } from './company-access.ts';

/** A company as bills name it. Without a profile, its own name is the legal one. */
export type BillingParty = BillingProfile & {
  /** The two-letter code of its country; null if unknown. */
  country: string | null;
};

const saudiArabia = 'SA';
const fields = ['legalNameEn', 'legalNameAr', 'trn', 'addressEn', 'addressAr', 'billsEmail'] as const;

/** Reads in one statement what bills say about a company that the transaction may read. */
export async function billingPartyOf(tx: Tx, companyId: number): Promise<BillingParty> {
  const { name, email, country, ...profile } = await tx
    .selectFrom('company as c')
    .leftJoin('billingProfile as b', 'b.companyId', 'c.id')
    .select(['c.name', 'c.email', countryCode('c.country_id').as('country')])
    .select(fields.map((field) => `b.${field}` as const))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
  return {
    ...profile,
    legalNameEn: profile.legalNameEn ?? name,
    legalNameAr: profile.legalNameAr ?? name,
    billsEmail: profile.billsEmail ?? email,
    country,
  };
}

/** Where a company wants its bills; null if it has named no address. */
export async function billsEmailOf(tx: Tx, companyId: number): Promise<string | null> {
  return (await profileOf(tx, companyId))?.billsEmail ?? null;
}

export const isSaudi = ({ country }: Pick<BillingParty, 'country'>): boolean => country === saudiArabia;

const profileOf = (tx: Tx, companyId: number): Promise<BillingProfile | undefined> =>
  tx.selectFrom('billingProfile').select(fields).where('companyId', '=', companyId).executeTakeFirst();

export const billingProfileHandlers: Handlers<typeof billingProfileRoutes> = {
  async get({ tx, actor, params }) {
    await assertManages(tx, actor, params.id);
    return (await bypassRls(tx, actor.scope, () => profileOf(tx, params.id))) ?? null;
  },
  async set({ tx, actor, params, body }) {
    await assertManages(tx, actor, params.id);
    return bypassRls(tx, actor.scope, async () => {
      const party = await billingPartyOf(tx, params.id);
      if (body.trn !== null && isSaudi(party) && !isSaudiVatNumber(body.trn)) throw invalid('trn', 'invalidTrn');
      await tx
        .insertInto('billingProfile')
        .values({ companyId: params.id, ...body })
        .onConflict((conflict) => conflict.column('companyId').doUpdateSet(body))
        .execute();
      return body;
    });
  },
};

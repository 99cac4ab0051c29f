import { countryCode } from '#core/countries/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type BillingProfile, type billingProfileRoutes, isSaudiVatNumber } from '../../common/billing-profile.ts';
import { askForBillsAddress, dropBillsAddress, mailAboutChange, pendingBillsAddress } from './bills-address.ts';
import { assertAdministers, assertManages } from './company-access.ts';

/** A company as bills name it. Without a profile, its own name is the legal one. */
export type BillingParty = BillingProfile & {
  /** The two-letter code of its country; null if unknown. */
  country: string | null;
};

const saudiArabia = 'SA';
const fields = ['legalNameEn', 'legalNameAr', 'trn', 'addressEn', 'addressAr', 'billsEmail'] as const;

/** Reads in one statement the billing details of a company that the transaction may read. */
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

/** The address for a company's bills; null if none was entered. */
export async function billsEmailOf(tx: Tx, companyId: number): Promise<string | null> {
  return (await profileOf(tx, companyId))?.billsEmail ?? null;
}

export const isSaudi = ({ country }: Pick<BillingParty, 'country'>): boolean => country === saudiArabia;

const profileOf = (tx: Tx, companyId: number): Promise<BillingProfile | undefined> =>
  tx.selectFrom('billingProfile').select(fields).where('companyId', '=', companyId).executeTakeFirst();

const shownProfile = async (tx: Tx, companyId: number) => {
  const profile = await profileOf(tx, companyId);
  return profile ? { ...profile, pendingBillsEmail: await pendingBillsAddress(tx, companyId) } : null;
};

/** Stores a profile; a new address for bills waits until it is confirmed. */
async function save({ tx, kit, actor, params, body }: Context<typeof billingProfileRoutes.set>) {
  const party = await billingPartyOf(tx, params.id);
  if (body.trn !== null && isSaudi(party) && !isSaudiVatNumber(body.trn)) throw invalid('trn', 'invalidTrn');
  const before = await billsEmailOf(tx, params.id);
  const isNew = body.billsEmail !== null && body.billsEmail.toLowerCase() !== before?.toLowerCase();
  const values = { ...body, billsEmail: isNew ? before : body.billsEmail };
  await tx
    .insertInto('billingProfile')
    .values({ companyId: params.id, ...values })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(values))
    .execute();
  const change = { companyId: params.id, before, locale: actor.locale };
  if (isNew && body.billsEmail !== null) {
    if ((await pendingBillsAddress(tx, params.id))?.toLowerCase() !== body.billsEmail.toLowerCase())
      await askForBillsAddress(tx, kit, { ...change, email: body.billsEmail });
  } else {
    await dropBillsAddress(tx, params.id);
    if (body.billsEmail === null && before !== null) await mailAboutChange(tx, kit, change);
  }
  return shownProfile(tx, params.id);
}

export const billingProfileHandlers: Handlers<typeof billingProfileRoutes> = {
  async get({ tx, actor, params }) {
    await assertManages(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => shownProfile(tx, params.id));
  },
  async set(context) {
    const { tx, actor, params } = context;
    await assertManages(tx, actor, params.id);
    assertAdministers(actor, params.id);
    return bypassRls(tx, actor.scope, () => save(context));
  },
};

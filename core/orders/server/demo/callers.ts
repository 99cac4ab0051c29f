import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import type { AdminType } from '#platform/common/company-kinds.ts';
import { type DemoCaller, demoCallerOf } from '#platform/server/http/demo-caller.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

type Companies = Awaited<ReturnType<typeof demoCompanies>>;
/** The buying companies of the demo, with the buyer of each. */
const buyers = {
  qasr: { person: 'other', locale: 'en' },
  sahel: { person: 'newcomer', locale: 'en' },
  gulfcare: { person: 'fmc', locale: 'en' },
  wadi: { person: 'wadi', locale: 'ar' },
} as const;
export type BuyerName = keyof typeof buyers;
export type DemoBuyer = { companyId: number; call: DemoCaller };

/** The people of the demo who order, sell and confirm payments. */
export async function demoCallers(kit: Kit) {
  const { companies, users } = await inSystem(kit.db, async (tx) => ({
    companies: (await demoCompanies(tx)) as Companies,
    users: await demoUsers(tx),
  }));
  const staff = (name: string, adminType: AdminType) =>
    demoCallerOf(kit, { userId: users[name] as number, companyId: null, adminType, locale: 'en' });
  const buyer = (name: BuyerName): DemoBuyer => {
    const { person, locale } = buyers[name];
    const companyId = companies[name];
    return {
      companyId,
      call: demoCallerOf(kit, { userId: users[person] as number, companyId, adminType: null, locale }),
    };
  };
  return {
    seller: staff('super', 'Super Admin'),
    finance: staff('finance', 'Financial Admin'),
    buyers: { qasr: buyer('qasr'), sahel: buyer('sahel'), gulfcare: buyer('gulfcare'), wadi: buyer('wadi') },
  };
}

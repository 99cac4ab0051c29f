import { randomUUID } from 'node:crypto';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import { countriesWithCodes } from '#core/countries/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { present, setClock } from '#platform/server/clock.ts';
import { type DemoCaller, demoCallerOf } from '#platform/server/http/demo-caller.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type PackageModel, packageRoutes } from '../common/package.ts';
import { parsePackageCode } from '../common/package-code.ts';
import { codeHash } from './codes.ts';

type PackageHandlers = Handlers<typeof packageRoutes>;
type Batch = { codes: string[] };
const on = (daysAgo: number): void => setClock(new Date(Date.now() - daysAgo * dayMs));

const merchants = [
  { name: 'Palm Electronics', email: 'sales@palm.test', phone: '+97142234567', country: 'AE', commission: 12.5 },
  { name: 'مكتبة الواحة', email: 'sales@oasis.test', phone: '+966112345678', country: 'SA', commission: 10 },
] as const;

/** Two merchants with twenty codes of the last sixty days: issued, sold, redeemed and void ones. */
export async function packagesDemo(kit: Kit, handlers: PackageHandlers): Promise<void> {
  if (kit.settings.demoHistoryDays === 0) return;
  const { people, companies, countries } = await inSystem(kit.db, async (tx) => ({
    people: await demoUsers(tx),
    companies: await demoCompanies(tx),
    countries: await countriesWithCodes(tx, ['AE', 'SA']),
  }));
  const personOf = (name: string, companyId: number | null) =>
    demoCallerOf(kit, {
      userId: people[name] as number,
      companyId,
      adminType: companyId === null ? 'Super Admin' : null,
      locale: 'en',
    });
  const seller = personOf('super', null);
  const models = (await seller(packageRoutes.models, handlers.models)) as PackageModel[];
  const messages = models.find(({ kind }) => kind === 'sms-package');
  const hasPages = ({ app }: PackageModel) => kit.apps.some(({ id, pages }) => id === app && pages.length > 0);
  const tokens = models.find((model) => model.kind === 'tokenPackage' && hasPages(model)) ?? messages;
  if (!messages || !tokens) return;
  on(57);
  const ids: number[] = [];
  for (const { country, ...merchant } of merchants) {
    const body = { ...merchant, countryId: countries.get(country) };
    ids.push(((await seller(packageRoutes.addMerchant, handlers.addMerchant, { body })) as { id: number }).id);
  }
  const [palm, oasis] = ids as [number, number];
  const shop = new CodeShop(kit, handlers, seller);
  try {
    on(56);
    const first = await shop.make(messages, palm, 12);
    on(40);
    const second = await shop.make(tokens, oasis, 8);
    await shop.sell(palm, first.codes.slice(0, 5), 33);
    await shop.sell(oasis, second.codes.slice(0, 3), 21);
    on(30);
    await shop.redeem(personOf('other', companies.qasr), companies.qasr, first.codes[0] as string);
    on(12);
    await shop.redeem(personOf('wadi', companies.wadi), companies.wadi, second.codes[0] as string);
    on(5);
    await shop.withdraw(first.codes.at(-1) as string, 'The card was printed without its code.');
  } finally {
    setClock(null);
  }
}

/** The steps of demo codes: each is a call of the product. */
class CodeShop {
  private readonly kit: Kit;
  private readonly handlers: PackageHandlers;
  private readonly seller: DemoCaller;

  constructor(kit: Kit, handlers: PackageHandlers, seller: DemoCaller) {
    this.kit = kit;
    this.handlers = handlers;
    this.seller = seller;
  }

  async make({ id: modelId, price }: PackageModel, merchantId: number, count: number): Promise<Batch> {
    const validTo = new Date(Date.now() + 365 * dayMs).toISOString();
    const body = { batch: randomUUID(), modelId, merchantId, price, count, validTo };
    return (await this.seller(packageRoutes.create, this.handlers.create, { body })) as Batch;
  }

  async sell(merchantId: number, codes: readonly string[], daysAgo: number): Promise<void> {
    on(daysAgo);
    const soldAt = present().toISOString();
    const lines = codes.map((code, at) => ({ code, soldAt, receipt: `R-${String(4100 + at)}` }));
    await this.seller(packageRoutes.sold, this.handlers.sold, { body: { merchantId, lines } });
  }

  private async stored(code: string): Promise<{ id: number; packageId: number; app: string }> {
    const hash = codeHash(parsePackageCode(code) ?? '');
    return inSystem(this.kit.db, (tx) =>
      tx
        .selectFrom('packageExternal')
        .select(['id', 'packageId', 'app'])
        .where('codeHash', '=', hash)
        .executeTakeFirstOrThrow(),
    );
  }

  async redeem(buyer: DemoCaller, companyId: number, code: string): Promise<void> {
    const { id, packageId, app } = await this.stored(code);
    const params = { companyId, a: packageId, b: id };
    await buyer(packageRoutes.redeem, this.handlers.redeem, { params, body: { code, app } });
  }

  async withdraw(code: string, reason: string): Promise<void> {
    const { id } = await this.stored(code);
    await this.seller(packageRoutes.void, this.handlers.void, { body: { id, reason } });
  }
}

import { countriesWithCodes } from '#core/countries/server/api.ts';
import { buyerAddressRoutes } from '#core/market/common/address.ts';
import { buyerAddressHandlers } from '#core/market/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { BuyerName, demoCallers } from './callers.ts';

type People = Awaited<ReturnType<typeof demoCallers>>;

const addresses = {
  qasr: {
    code: 'AE',
    label: 'Main store',
    recipient: 'Khalid Qasr',
    phone: '+971501234567',
    area: 'Al Quoz 3',
    street: 'Al Meydan Street',
    building: 'Warehouse 14',
  },
  sahel: {
    code: 'OM',
    label: 'Muscat depot',
    recipient: 'Huda Al Balushi',
    phone: '+96892123456',
    area: 'Ghala',
    street: 'Al Maaridh Street',
    building: 'Depot 2',
  },
  gulfcare: {
    code: 'AE',
    label: 'Workshop',
    recipient: 'Dana Karim',
    phone: '+971521234567',
    area: 'Ras Al Khor',
    street: 'Nadd Al Hamar Road',
    building: 'Unit 7',
  },
  wadi: {
    code: 'SA',
    label: 'فندق الوادي',
    recipient: 'نورة العتيبي',
    phone: '+966501234567',
    area: 'العليا',
    street: 'طريق الملك فهد',
    building: '7421',
  },
} as const;

/** An address of each buyer. Resolves with their ids. */
export async function addAddresses(kit: Kit, { buyers }: Pick<People, 'buyers'>): Promise<Record<BuyerName, number>> {
  const countries = await inSystem(kit.db, (tx) => countriesWithCodes(tx, ['AE', 'OM', 'SA']));
  const ids: Partial<Record<BuyerName, number>> = {};
  for (const [name, { code, ...address }] of Object.entries(addresses) as [
    BuyerName,
    (typeof addresses)[BuyerName],
  ][]) {
    const { call, companyId } = buyers[name];
    const body = { ...address, countryId: countries.get(code), isDefault: true };
    const made = await call(buyerAddressRoutes.create, buyerAddressHandlers.create, { params: { companyId }, body });
    ids[name] = (made as { id: number }).id;
  }
  return ids as Record<BuyerName, number>;
}

import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { id, location, phone, requiredText } from '#platform/common/validation/validation.ts';

const text = (max: number) => z.string().trim().max(max, 'tooLong');
const defaulted = (max: number) => text(max).default('');

/** An address that parcels are sent to. `code`: Makani number, short address, postal code. One of a company is the default. */
export const address = defineEntity('market.address', {
  table: 'company_address',
  fields: z.object({
    label: requiredText(40),
    recipient: requiredText(120),
    phone: phone('international'),
    countryId: id(),
    cityId: id().nullish(),
    area: defaulted(120),
    street: defaulted(120),
    building: defaulted(40),
    unit: defaulted(40),
    code: defaulted(20),
    location: location().nullish(),
    note: defaulted(200),
    isDefault: z.boolean().default(false),
  }),
  list: { sort: ['label', 'createdAt'], defaultSort: ['label', 'asc'] },
});
export const maxAddresses = 50;

const path = '/company/{companyId}/order/address' as const;
export const buyerAddressRoutes = {
  ...crud(address, path),
  history: historyRoute(address.name, `${path}/{id}` as const),
};

import { cityNamed, countryShown } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { UserInfo } from '../../common/user.ts';
import { fleetRoleOf } from './role-fields.ts';

/** Reads a person with the company; the caller must have checked that they may be seen. */
export async function findUserInfo(tx: Tx, userId: number, locale: 'en' | 'ar'): Promise<UserInfo> {
  const found = await tx
    .selectFrom('users')
    .leftJoin('company', 'company.id', 'users.companyId')
    .selectAll('users')
    .select(['company.name', 'company.type', 'company.timeZone', 'company.status as companyStatus'])
    .select(fleetRoleOf('users.id').as('fleetRole'))
    .select([countryShown(locale)('users.country_id').as('country'), cityNamed(locale)('users.city_id').as('city')])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!found) throw refuse(404, 'not-found');
  const { companyId, name, type, timeZone, companyStatus, country, city } = found;
  return {
    id: found.id,
    email: found.email,
    firstName: found.firstName,
    lastName: found.lastName,
    phone: found.phone,
    phoneVerified: found.phoneVerified,
    locale: found.locale,
    adminType: found.adminType,
    isAdmin: found.companyId !== null && found.role === 'Admin',
    role: found.role,
    fleetRole: found.fleetRole,
    status: found.status,
    lastLoginAt: found.lastLoginAt,
    company:
      companyId !== null && name !== null && type !== null && timeZone !== null && companyStatus !== null
        ? { id: companyId, name, type, timeZone, status: companyStatus }
        : null,
    personalInfo: {
      firstName: found.firstName,
      lastName: found.lastName,
      city: country && { id: city?.id ?? null, name: city?.name ?? null, country },
      company: name,
      companyId,
    },
  };
}

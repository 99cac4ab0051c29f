import { sql } from 'kysely';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { hashPassword } from './passwords.ts';

const password = 'Rasid@2026';

const companies = [
  { key: 'najm', name: 'Najm Integration', email: 'office@najm.test', type: 'Integrator' },
  {
    key: 'reem',
    name: 'Reem Residences',
    email: 'facilities@reem.test',
    type: 'Customer',
    apps: ['swam'],
    timeZone: 'Asia/Dubai',
  },
  {
    key: 'wadi',
    name: 'مجموعة الوادي للضيافة',
    email: 'office@wadi.test',
    type: 'Customer',
    apps: ['swam'],
    timeZone: 'Asia/Riyadh',
  },
  {
    key: 'qasr',
    name: 'Qasr Retail',
    email: 'office@qasr.test',
    type: 'Customer',
    apps: ['swam'],
    timeZone: 'Asia/Dubai',
  },
  { key: 'sahel', name: 'Sahel Logistics', email: 'office@sahel.test', type: 'Customer', timeZone: 'Asia/Muscat' },
] as const;
type CompanyKey = (typeof companies)[number]['key'];

const users = [
  { email: 'super@rasid.test', firstName: 'Salma', lastName: 'Haddad', adminType: 'Super Admin', role: 'Admin' },
  { email: 'finance@rasid.test', firstName: 'Omar', lastName: 'Farouk', adminType: 'Financial Admin', role: 'Admin' },
  { email: 'integrator@rasid.test', firstName: 'Yousef', lastName: 'Najm', company: 'najm', role: 'Admin' },
  {
    email: 'customer@rasid.test',
    firstName: 'Mariam',
    lastName: 'Al Suwaidi',
    company: 'reem',
    role: 'Admin',
    phone: '+971 50 555 0134',
  },
  { email: 'operator@rasid.test', firstName: 'راشد', lastName: 'المنصوري', company: 'reem', role: 'Operator' },
  { email: 'viewer@rasid.test', firstName: 'Layla', lastName: 'Nasser', company: 'reem', role: 'Viewer' },
  { email: 'wadi@rasid.test', firstName: 'نورة', lastName: 'العتيبي', company: 'wadi', role: 'Admin' },
  { email: 'other@rasid.test', firstName: 'Khalid', lastName: 'Qasr', company: 'qasr', role: 'Admin' },
  { email: 'newcomer@rasid.test', firstName: 'Huda', lastName: 'Al Balushi', company: 'sahel', role: 'Admin' },
] as const;

/** The ids of the demo companies by their short names, for the demo data of other slices. */
export async function demoCompanies(tx: Tx): Promise<Record<CompanyKey, number>> {
  const found = await tx
    .selectFrom('company')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      companies.map(({ email }) => email),
    )
    .execute();
  const byEmail = new Map(found.map(({ id, email }) => [email, id]));
  return Object.fromEntries(companies.map(({ key, email }) => [key, byEmail.get(email)])) as Record<CompanyKey, number>;
}

/** The ids of the demo users by the first part of their addresses. */
export async function demoUsers(tx: Tx): Promise<Record<string, number>> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      users.map(({ email }) => email),
    )
    .execute();
  return Object.fromEntries(found.map(({ id, email }) => [email.replace('@rasid.test', ''), id]));
}

export async function demo(kit: Kit): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inSystem(kit.db, async (tx) => {
    await tx
      .insertInto('company')
      .values(
        companies.map(({ name, email, type, ...rest }) => ({
          name,
          email,
          type,
          timeZone: 'timeZone' in rest ? rest.timeZone : 'Asia/Dubai',
          countryId: null,
        })),
      )
      .execute();
    const ids = await demoCompanies(tx);
    const apps = companies.flatMap((one) =>
      'apps' in one ? one.apps.map((appId) => ({ companyId: ids[one.key], appId })) : [],
    );
    await tx.insertInto('companyApp').values(apps).execute();
    const contract = {
      providerId: ids.najm,
      status: 'engaged' as const,
      contractFrom: sql<string>`now() - interval '40 days'`,
      contractTo: sql<string>`now() + interval '2 years'`,
      contractAbilities: null,
    };
    await tx
      .insertInto('companyRelation')
      .values([
        { ...contract, clientId: ids.reem },
        { ...contract, clientId: ids.wadi },
      ])
      .execute();
    await tx
      .insertInto('users')
      .values(
        users.map(({ email, firstName, lastName, role, ...rest }) => ({
          email,
          firstName,
          lastName,
          role,
          companyId: 'company' in rest ? ids[rest.company] : null,
          adminType: 'adminType' in rest ? rest.adminType : null,
          phone: 'phone' in rest ? rest.phone : null,
          fleetRole: null,
          passwordHash,
        })),
      )
      .execute();
  });
}

import { defaultCityOf, unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { countriesOfCities } from '#core/countries/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlFromNow } from '#platform/server/postgres/values.ts';
import { hashPassword } from './sign-in/passwords.ts';

/** Of everybody in the demo. */
export const demoPassword = 'Rasid@2026';

/** The cities of the head offices, by GeoNames id. */
const [dubai, riyadh, muscat] = [292_223, 108_410, 287_286];

const companies = [
  { key: 'najm', name: 'Najm Integration', email: 'office@najm.test', type: 'Integrator', cityId: dubai },
  { key: 'reem', name: 'Reem Residences', email: 'facilities@reem.test', type: 'Customer', cityId: dubai },
  {
    key: 'wadi',
    name: 'مجموعة الوادي للضيافة',
    email: 'office@wadi.test',
    type: 'Customer',
    cityId: riyadh,
    timeZone: 'Asia/Riyadh',
  },
  { key: 'qasr', name: 'Qasr Retail', email: 'office@qasr.test', type: 'Customer', cityId: dubai },
  {
    key: 'sahel',
    name: 'Sahel Logistics',
    email: 'office@sahel.test',
    type: 'Customer',
    cityId: muscat,
    timeZone: 'Asia/Muscat',
  },
  { key: 'gulfcare', name: 'Gulf Facility Care', email: 'office@gulfcare.test', type: 'FMC', cityId: dubai },
  {
    key: 'aman',
    name: 'أمان للخدمات الأمنية',
    email: 'office@aman.test',
    type: 'Security Company',
    cityId: dubai,
  },
  { key: 'saff', name: 'Saff Parking', email: 'office@saff.test', type: 'Customer', cityId: dubai },
  { key: 'mada', name: 'Mada Asset Services', email: 'office@mada.test', type: 'AMC', cityId: dubai },
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
    phone: '+971505550134',
    countryId: unitedArabEmirates,
    cityId: defaultCityOf(unitedArabEmirates),
  },
  { email: 'operator@rasid.test', firstName: 'راشد', lastName: 'المنصوري', company: 'reem', role: 'Operator' },
  { email: 'viewer@rasid.test', firstName: 'Layla', lastName: 'Nasser', company: 'reem', role: 'Viewer' },
  { email: 'wadi@rasid.test', firstName: 'نورة', lastName: 'العتيبي', company: 'wadi', role: 'Admin' },
  { email: 'other@rasid.test', firstName: 'Khalid', lastName: 'Qasr', company: 'qasr', role: 'Admin' },
  { email: 'newcomer@rasid.test', firstName: 'Huda', lastName: 'Al Balushi', company: 'sahel', role: 'Admin' },
  { email: 'fmc@rasid.test', firstName: 'Dana', lastName: 'Karim', company: 'gulfcare', role: 'Admin' },
  { email: 'parking@rasid.test', firstName: 'Tariq', lastName: 'Al Hashimi', company: 'saff', role: 'Admin' },
  { email: 'attendant@rasid.test', firstName: 'سالم', lastName: 'الكتبي', company: 'saff', role: 'Operator' },
] as const;

/**
 * The demo companies with sites of their own, which have the devices of the demo, with the person of each who handles its
 * alarms.
 */
export const demoCustomers = { reem: 'operator', wadi: 'wadi', qasr: 'other' } as const satisfies Partial<
  Record<CompanyKey, string>
>;
export type DemoCustomer = keyof typeof demoCustomers;

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

const contract = {
  status: 'engaged' as const,
  contractFrom: sqlAgo(40, 'day'),
  contractTo: sqlFromNow(2, 'year'),
  contractAbilities: null,
};
const noContract = { contractFrom: null, contractTo: null, contractAbilities: null };

async function insertCompanies(tx: Tx): Promise<void> {
  const countryOf = await countriesOfCities(tx, [dubai, riyadh, muscat]);
  await tx
    .insertInto('company')
    .values(
      companies.map(({ name, email, type, cityId, ...rest }) => ({
        name,
        email,
        type,
        timeZone: 'timeZone' in rest ? rest.timeZone : 'Asia/Dubai',
        countryId: countryOf.get(cityId) ?? null,
        // Before the history of their meters.
        createdAt: sqlAgo(14, 'month'),
      })),
    )
    .execute();
}

/** The VAT numbers are made up. */
async function insertBillingProfiles(tx: Tx, ids: Record<CompanyKey, number>): Promise<void> {
  await tx
    .insertInto('billingProfile')
    .values([
      {
        companyId: ids.reem,
        legalNameEn: 'Reem Residences Facilities LLC',
        legalNameAr: 'ريم ريزيدنسز لإدارة المرافق ذ.م.م',
        trn: '100482913500003',
        addressEn: 'Al Marsa Street 12, Dubai Marina\nDubai, United Arab Emirates',
        addressAr: 'شارع المرسى 12، مرسى دبي\nدبي، الإمارات العربية المتحدة',
        billsEmail: 'accounts@reem.test',
      },
      {
        companyId: ids.wadi,
        legalNameEn: 'Al Wadi Hospitality Group Company',
        legalNameAr: 'شركة مجموعة الوادي للضيافة',
        trn: '310528476200003',
        addressEn: 'King Fahd Road, Al Olaya\nRiyadh, Saudi Arabia',
        addressAr: 'طريق الملك فهد، العليا\nالرياض، المملكة العربية السعودية',
        billsEmail: 'billing@wadi.test',
      },
    ])
    .execute();
}

async function insertRelations(tx: Tx, ids: Record<CompanyKey, number>): Promise<void> {
  const relations = await tx
    .insertInto('companyRelation')
    .values([
      { ...contract, providerId: ids.najm, clientId: ids.reem },
      { ...contract, providerId: ids.najm, clientId: ids.wadi },
    ])
    .returning(['id', 'providerId', 'clientId'])
    .execute();
  await tx
    .insertInto('companyRequest')
    .values([
      ...relations.map(({ id, providerId, clientId }) => ({
        ...contract,
        senderId: providerId,
        destinationId: clientId,
        type: 'ClientEngagement' as const,
        relationId: id,
        decidedAt: contract.contractFrom,
      })),
      {
        ...noContract,
        senderId: ids.najm,
        destinationId: ids.sahel,
        type: 'ClientEngagement',
        message: 'We would like to install and look after your depots in Muscat and Sohar.',
      },
      {
        ...noContract,
        senderId: ids.gulfcare,
        destinationId: ids.reem,
        type: 'ClientEngagement',
        message: 'عرض لخدمات صيانة المضخات وخزانات المياه في أبراج الريم.',
      },
      {
        ...noContract,
        senderId: ids.reem,
        destinationId: ids.najm,
        type: 'Device',
        message: 'Six water level sensors for the new roof tanks.',
      },
    ])
    .execute();
}

async function insertPackages(tx: Tx, ids: Record<CompanyKey, number>): Promise<void> {
  await tx
    .insertInto('comPackage')
    .values([
      { companyId: ids.najm, kind: 'sms', icon: 1, total: 5000, remaining: 4200 },
      { companyId: ids.najm, kind: 'calling', icon: 2, total: 600, remaining: 600 },
      { companyId: ids.reem, kind: 'sms', icon: 1, total: 500, remaining: 132 },
    ])
    .execute();
}

async function insertPeople(tx: Tx, ids: Record<CompanyKey, number>): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  await tx
    .insertInto('users')
    .values(
      users.map(({ email, firstName, lastName, role, ...rest }) => ({
        email,
        firstName,
        lastName,
        // People get mails in the language in which their names are written.
        locale: /\p{Script=Arabic}/u.test(firstName) ? ('ar' as const) : ('en' as const),
        role,
        companyId: 'company' in rest ? ids[rest.company] : null,
        adminType: 'adminType' in rest ? rest.adminType : null,
        phone: 'phone' in rest ? rest.phone : null,
        ...('cityId' in rest && { countryId: rest.countryId, cityId: rest.cityId }),
        passwordHash,
        emailConfirmed: true,
      })),
    )
    .execute();
}

export async function demo(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    await insertCompanies(tx);
    const ids = await demoCompanies(tx);
    await insertRelations(tx, ids);
    await insertBillingProfiles(tx, ids);
    await insertPackages(tx, ids);
    await insertPeople(tx, ids);
  });
}

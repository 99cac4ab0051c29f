import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlFromNow } from '#platform/server/postgres/values.ts';
import { grantApp } from './companies/entitlements.ts';
import { demoPassword } from './demo.ts';
import { hashPassword } from './sign-in/passwords.ts';

/** A company of the demo that one app needs. */
export type DemoCompany = { name: string; email: string; type: CompanyType; countryId: number };

/** Adds companies to the demo, which hold the app, and returns their ids in the same order. */
export async function addDemoCompanies(tx: Tx, app: string, companies: readonly DemoCompany[]): Promise<number[]> {
  const added = await tx
    .insertInto('company')
    .values(companies.map((one) => ({ ...one, timeZone: 'Asia/Dubai', createdAt: sqlAgo(14, 'month') })))
    .returning(['id', 'email'])
    .execute();
  const idOf = new Map(added.map(({ id, email }) => [email, id]));
  const ids = companies.map(({ email }) => idOf.get(email) as number);
  await grantApp(tx, app, ids);
  return ids;
}

/** A person of the demo whom one app needs, with the role there; null for one without a role in the app. */
export type DemoPerson = {
  email: string;
  firstName: string;
  lastName: string;
  locale: 'en' | 'ar';
  companyId: number;
  role: 'Admin' | 'Operator' | 'Viewer';
  appRole: string | null;
};

/** Adds people of an app to companies of the demo and returns their ids in the same order. */
export async function addDemoPeople(tx: Tx, app: string, people: readonly DemoPerson[]): Promise<number[]> {
  const passwordHash = await hashPassword(demoPassword);
  const added = await tx
    .insertInto('users')
    .values(people.map(({ appRole: _, ...person }) => ({ ...person, passwordHash, emailConfirmed: true })))
    .returning(['id', 'email'])
    .execute();
  const idOf = new Map(added.map(({ id, email }) => [email, id]));
  const roles = people.flatMap(({ email, companyId, appRole: role }) =>
    role === null ? [] : [{ userId: idOf.get(email) as number, companyId, appId: app, role }],
  );
  if (roles.length > 0) await tx.insertInto('userAppRole').values(roles).execute();
  return people.map(({ email }) => idOf.get(email) as number);
}

/** Lets a company of the demo work for another one, with these abilities at some of its structures. */
export async function addDemoContract(
  tx: Tx,
  {
    abilities,
    structures,
    ...between
  }: { providerId: number; clientId: number; abilities: string[]; structures: number[] },
): Promise<void> {
  const terms = {
    ...between,
    status: 'engaged' as const,
    contractFrom: sqlAgo(13, 'month'),
    contractTo: sqlFromNow(2, 'year'),
    contractAbilities: abilities,
    contractResources: structures,
  };
  const { id } = await tx.insertInto('companyRelation').values(terms).returning('id').executeTakeFirstOrThrow();
  const { providerId, clientId, ...agreed } = terms;
  await tx
    .insertInto('companyRequest')
    .values({
      ...agreed,
      senderId: providerId,
      destinationId: clientId,
      type: 'ClientEngagement',
      relationId: id,
      decidedAt: terms.contractFrom,
    })
    .execute();
}

import { addDemoPeople } from '#core/accounts/server/api.ts';
import { addDemoGroup } from '#core/permissions/server/api.ts';
import type { Session } from '#platform/common/access.ts';
import type { PermissionIndex } from '#platform/common/permission-mask.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { intrusionClass } from '#solutions/defcon/common/alarms.ts';
import type { TestPerson } from '../../testing.ts';
import { providerOf } from '../test-contract.ts';
import { guard, hq, ids, of, officer, panels, security } from './test-desk.ts';

/** Somebody with what the guard of the browser knows of them, and somebody to whom they can escalate. */
export type IncidentCaller = TestPerson & { session: Session; index: PermissionIndex; responder: number };

const roles = {
  'customer viewer': ['Customer', 'Viewer'],
  'customer operator': ['Customer', 'Operator'],
  'security viewer': ['Security Company', 'Viewer'],
  'security operator': ['Security Company', 'Operator'],
  'headquarters viewer': ['HQ Police Station', 'Viewer'],
  'headquarters operator': ['HQ Police Station', 'Operator'],
  'station viewer': ['Local Police Station', 'Viewer'],
  'station operator': ['Local Police Station', 'Operator'],
} as const;
export const families: readonly string[] = Object.keys(roles);

async function callerOf(person: TestPerson): Promise<IncidentCaller> {
  const data = async (path: string) => (await person.call('GET', path)).body.data;
  const responders = await of(person)('GET', `${intrusionClass.path}/responders`);
  return {
    ...person,
    session: (await data('/session')).session,
    index: await data('/permissions/flat'),
    responder: responders.body.data?.[0]?.id ?? 1,
  };
}

/**
 * By their names: a person of each role in the companies of an incident, who may do in the app all that the role can; and
 * the administrators, a provider, a responder and the holder of what the security company has taken.
 */
export async function incidentCallers(): Promise<Record<string, IncidentCaller>> {
  const { app, customer } = panels;
  const companyOf = async (person: TestPerson) => (await person.call('GET', '/session')).body.data.company.id;
  const companies = {
    Customer: ids.reem,
    'Security Company': ids.aman,
    'HQ Police Station': await companyOf(hq),
    'Local Police Station': await companyOf(officer),
  };
  const found: Record<string, TestPerson> = {
    ...{ 'customer administrator': customer, holder: guard, 'security administrator': security },
    provider: await providerOf(app, customer, null),
    responder: await app.signIn('responder@rasid.test'),
  };
  for (const [name, [companyType, role]] of Object.entries(roles)) {
    const companyId = companies[companyType];
    const email = `${name.replace(' ', '-')}@families.test`;
    await inSystem(app.kit.db, async (tx) => {
      const users = await addDemoPeople(tx, 'defcon', [
        { email, firstName: name, lastName: 'Test', locale: 'en', companyId, role, appRole: null },
      ]);
      const group = { appId: 'defcon', companyId, companyType, name: email, role, users };
      await addDemoGroup(tx, app.kit, { ...group, resources: ['*'] });
    });
    found[name] = await app.signIn(email);
  }
  const callers = Object.entries(found).map(async ([name, person]) => [name, await callerOf(person)] as const);
  return Object.fromEntries(await Promise.all(callers));
}

/** Has the station whose name begins so answer for the sites of the customer. Returns its id. */
export async function answeredBy(name: string): Promise<number> {
  const stations = (await hq.call('GET', '/defcon/police/locality?kind=local')).body.data;
  const { id } = stations.find(({ nameEn }: { nameEn: string }) => nameEn.startsWith(name));
  await panels.app.kit.pool.query(
    `INSERT INTO defcon_premises (company_id, structure_id, override_id) SELECT company_id, id, $2 FROM structure WHERE company_id = $1
         ON CONFLICT (structure_id) DO UPDATE SET override_id = $2`,
    [ids.reem, id],
  );
  return id;
}

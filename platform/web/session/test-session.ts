import type { Access, Session } from '#platform/common/access.ts';
import { maskOf } from '#platform/common/permission-mask.ts';
import type { Me, SessionState } from './session-store.ts';

type SignedIn = SessionState & { me: Me };

type Changes = Partial<Omit<Session, 'user'>> & { user?: Partial<Session['user']> };

/** The session of a Viewer in a Customer who may do nothing yet, for tests of what sessions decide. */
export const testSession = ({ user, ...changes }: Changes = {}): Session => ({
  user: {
    id: 5,
    companyId: 7,
    kind: 'staff',
    companyType: 'Customer',
    adminType: null,
    isAdmin: false,
    role: 'Viewer',
    fleetRole: null,
    appRoles: {},
    providerTypes: [],
    ...user,
  },
  apps: [],
  mask: '',
  abilities: {},
  actingFor: 7,
  ...changes,
});

/** The same person as the browser knows them. */
export const testMe = (changes: Changes = {}): Me => ({
  user: { id: 5, email: '', firstName: '', lastName: '', locale: 'en', company: null },
  session: testSession(changes),
  customers: [],
  company: null,
  asOwner: false,
});

/** What the browser knows of a Super Admin of the platform whose role has the permissions of these accesses. */
export function permitted(...accesses: readonly Access[]): SignedIn {
  const names = accesses.flatMap((access) =>
    typeof access === 'object' && 'permission' in access && access.permission ? [access.permission] : [],
  );
  return {
    me: testMe({ actingFor: null, mask: maskOf(names.map((_, at) => at)), user: { adminType: 'Super Admin' } }),
    index: Object.fromEntries(names.map((name, index) => [name, { index }])),
  };
}

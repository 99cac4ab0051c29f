import type { Session } from '#platform/common/access.ts';
import type { Me } from './session-store.ts';

type Changes = Partial<Omit<Session, 'user'>> & { user?: Partial<Session['user']> };

/** The session of a Viewer in a Customer who may do nothing yet, for tests of what sessions decide. */
export const testSession = ({ user, ...changes }: Changes = {}): Session => ({
  user: {
    id: 5,
    companyId: 7,
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

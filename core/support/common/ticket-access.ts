import type { AccessRule } from '#platform/common/access.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/permission-key.ts';

/** The lowest role of each action, wherever a slice mounts it. */
const lowestRoles = {
  read: 'Viewer',
  create: 'Viewer',
  comment: 'Viewer',
  handle: 'Operator',
  configure: 'Admin',
} as const;
type TicketAbility = keyof typeof lowestRoles;

/**
 * Access to an action of tickets: of people of companies and Super Admins. Other people of the platform would be able
 * to read notes that are not meant for them.
 */
export const ticketAccess = (action: TicketAbility): AccessRule => ({
  ...canDo('company.ticket', action),
  ceiling: lowestRoles[action],
  or: [{ companyTypes }, { adminTypes: ['Super Admin'] }],
});
/** Those who answer tickets: integrators, and the platform. */
export const answering: AccessRule = { or: [{ companyTypes: ['Integrator'] }, { adminTypes: ['Super Admin'] }] };

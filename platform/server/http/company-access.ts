import { refuse } from '../refuse.ts';
import type { Actor } from '../serve.ts';

/** Returns the company if the caller may read it; otherwise refuses as if it did not exist. */
export function readableCompany({ scope }: Actor, companyId: number): number {
  if (scope.companies !== 'all' && !scope.companies.includes(companyId)) throw refuse(404, 'not-found');
  return companyId;
}

/**
 * Like `readableCompany`, but for a write: a provider must select the client first, so that it never changes records of
 * the wrong one.
 */
export function changeableCompany(actor: Actor, companyId: number): number {
  readableCompany(actor, companyId);
  if (actor.scope.companies !== 'all' && companyId !== actor.session.actingFor) throw refuse(409, 'select-a-customer');
  return companyId;
}

import { refuse } from './refuse.ts';
import type { Actor } from './serve.ts';

/** The company if the caller may see it; any other answers as if it were not there. */
export function readableCompany({ scope }: Actor, companyId: number): number {
  if (scope.companies !== 'all' && !scope.companies.includes(companyId)) throw refuse(404, 'not-found');
  return companyId;
}

/** The same for a change: a provider selects the client first, so that it never changes the wrong one's records. */
export function changeableCompany(actor: Actor, companyId: number): number {
  readableCompany(actor, companyId);
  if (actor.scope.companies !== 'all' && companyId !== actor.session.actingFor) throw refuse(409, 'select-a-customer');
  return companyId;
}

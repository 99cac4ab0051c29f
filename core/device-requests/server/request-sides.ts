import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { sharedRows } from '#platform/server/records/shared-rows.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import {
  openStates,
  type RequestAction,
  type RequestSide,
  type RequestState,
  requestAccess,
  requestLifecycle,
} from '../common/device-request.ts';

export type RequestCompanies = { companyId: number; integratorId: number };
type Reading = Pick<Context, 'actor' | 'may'>;

/** A request is seen by the companies in the caller's scope, and by its integrator while the contract runs. */
export const requestRows = sharedRows({
  owner: 'customer',
  sides: [['integratorId', 'integrator']],
  running: 'provides_for',
});

/** The side of the caller in a request that they may see. A provider that acts for the customer is on its side. */
export const requestSide = (actor: Pick<Actor, 'session'>, request: RequestCompanies): RequestSide =>
  requestRows.sideOf(actor, request);

/** The parties of the lifecycle that the caller is. An integrator that acts for the customer is both. */
export function requestParties({ actor, may }: Reading, request: RequestCompanies): ('customer' | 'integrator')[] {
  const isIntegrator = requestSide(actor, request) === 'integrator';
  const actsForCustomer = actor.session.user.adminType === null && actor.session.actingFor === request.companyId;
  return [
    ...(isIntegrator && may(requestAccess('handle')) ? (['integrator'] as const) : []),
    ...(actsForCustomer && may(requestAccess('create')) ? (['customer'] as const) : []),
  ];
}

const isOpen = (state: RequestState) => openStates.some((open) => open === state);
/** Whether the integrator has accepted it and has not allocated everything. */
export const isAllocatable = (state: RequestState): boolean => isOpen(state) && state !== 'pending';

/** What the caller may do with a request now. */
export function actionsOf(reading: Reading, request: RequestCompanies & { state: RequestState }): RequestAction[] {
  const parties = requestParties(reading, request);
  const steps = possibleSteps(requestLifecycle, request.state, parties).filter(
    (step) => step !== 'fulfil' && step !== 'begin',
  );
  const handles = parties.includes('integrator');
  return [
    ...(steps as RequestAction[]),
    ...(handles && isAllocatable(request.state) ? (['allocate', 'order'] as const) : []),
    ...(handles && isOpen(request.state) ? (['assign'] as const) : []),
  ];
}

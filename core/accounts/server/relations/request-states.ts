import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { RequestType } from '../../common/company-kinds.ts';
import type { RequestStatus, RequestStep } from '../../common/company-request.ts';
import { endOwnerSessions } from '../sign-in/sessions.ts';
import { assertContractPeriod, type ContractTerms, mergedTerms, statesTerms } from './contract-terms.ts';
import { relationBetween, relationOf } from './relation-rows.ts';

export type StepInput = {
  terms?: ContractTerms | undefined;
  contractStatus?: 'Active' | 'Inactive' | undefined;
  reason?: string | undefined;
};
/** The steps that `handle` takes; the others have routes of their own. */
export type HandledStep = RequestStep | 'reject';

export type Request = {
  id: number;
  type: RequestType;
  status: RequestStatus;
  senderId: number;
  destinationId: number | null;
  relationId: number | null;
  destinationEmail: string | null;
  answeredAt: string | null;
  decidedElsewhere: boolean;
  contractFrom: string | null;
  contractTo: string | null;
  contractAbilities: string[] | null;
  contractResources: number[] | null;
};
type Side = 'sender' | 'destination';

const engagements: readonly RequestType[] = ['ProviderEngagement', 'ClientEngagement'];
export const isEngagement = (type: RequestType) => engagements.includes(type);

type Standing = Pick<Request, 'type' | 'status' | 'destinationEmail' | 'answeredAt' | 'decidedElsewhere'>;

/**
 * The sender of a request to an address does not know its owner: the answer reveals it, and the sender confirms before
 * the relation begins.
 */
const isConfirmed = ({ type, destinationEmail }: Pick<Standing, 'type' | 'destinationEmail'>) =>
  isEngagement(type) && destinationEmail !== null;

/** The steps that a side may take on a request in its present state: the complete lifecycle. */
export function allowedRequestSteps(request: Standing, side: Side): RequestStep[] {
  const { type, status, answeredAt } = request;
  if (request.decidedElsewhere) return [];
  if (status === 'pending') {
    const answered = isConfirmed(request) && answeredAt !== null;
    if (side === 'sender') return answered ? ['engage', 'cancel'] : ['cancel'];
    if (answered) return ['handle'];
    return type === 'Device' ? ['service', 'handle'] : ['engage', 'handle'];
  }
  return status === 'engaged' && isEngagement(type) ? ['disengage', 'contract'] : [];
}

export function sidesOf(request: Pick<Request, 'type' | 'senderId' | 'destinationId'>): {
  provider: number | null;
  client: number | null;
} {
  return request.type === 'ClientEngagement'
    ? { provider: request.senderId, client: request.destinationId }
    : { provider: request.destinationId, client: request.senderId };
}

export type RequestAfterStep = Request & {
  /** The other side has yet to confirm. */
  answers?: boolean;
  confirms?: boolean;
};

/**
 * The only way in which a request and its relation change. Locks the request, so that the second of two decisions sees
 * the result of the first.
 */
export async function takeRequestStep(
  tx: Tx,
  requestId: number,
  companyId: number,
  step: HandledStep,
  input: StepInput = {},
): Promise<RequestAfterStep> {
  const request = (await tx
    .selectFrom('companyRequest')
    .selectAll()
    .where('id', '=', requestId)
    .where((some) => some.or([some('senderId', '=', companyId), some('destinationId', '=', companyId)]))
    .forUpdate()
    .executeTakeFirst()) as Request | undefined;
  if (!request) throw refuse(404, 'not-found');
  const side: Side = request.senderId === companyId ? 'sender' : 'destination';
  const named = step === 'reject' ? 'handle' : step;
  const steps = allowedRequestSteps(request, side);
  if (!steps.includes(named) || (step === 'handle' && request.type !== 'Device' && !steps.includes('engage'))) {
    const other: Side = side === 'sender' ? 'destination' : 'sender';
    if (allowedRequestSteps(request, other).includes(named)) throw refuse(403, 'other-side-decides');
    throw refuse(409, 'step-not-possible', { status: request.status });
  }
  const decided = { decidedAt: new Date(), ...(input.reason ? { reason: input.reason } : {}) };
  const settle = (status: RequestStatus, more: { relationId?: number } = {}) =>
    tx
      .updateTable('companyRequest')
      .set({ status, ...decided, ...more })
      .where('id', '=', request.id)
      .execute();

  switch (step) {
    case 'cancel':
      await settle('cancelled');
      break;
    case 'reject':
      await settle('rejected');
      break;
    case 'service':
      await settle('engaged');
      break;
    case 'handle':
    case 'engage':
      if (isConfirmed(request) && side === 'destination') {
        await answer(tx, request, companyId, input.terms);
        return { ...request, answers: true };
      }
      await settle('engaged', { relationId: await accept(tx, request, companyId, input.terms) });
      return { ...request, confirms: side === 'sender' };
    case 'disengage':
      // The request first, because its line in the log has the reason.
      await settle('disengaged');
      await endRelation(tx, await relationOf(tx, request));
      break;
    case 'contract':
      await changeContract(tx, request, companyId, input);
      break;
  }
  return request;
}

/** The terms on which an engagement is accepted: the present ones, with the changes of the client. */
function agreedTerms(request: Request, companyId: number, terms: ContractTerms | undefined) {
  if (statesTerms(terms) && companyId !== sidesOf(request).client) throw refuse(422, 'terms-are-the-clients');
  const agreed = mergedTerms(terms ?? {}, request);
  assertContractPeriod(agreed.contractFrom, agreed.contractTo);
  return agreed;
}

async function answer(tx: Tx, request: Request, companyId: number, terms: ContractTerms | undefined): Promise<void> {
  const agreed = agreedTerms(request, companyId, terms);
  await tx
    .updateTable('companyRequest')
    .set({ ...agreed, answeredAt: new Date() })
    .where('id', '=', request.id)
    .execute();
}

/** The effect of accepting: a relation, a longer contract, or the end of both. Returns the relation. */
async function accept(tx: Tx, request: Request, companyId: number, terms: ContractTerms | undefined): Promise<number> {
  const { provider, client } = sidesOf(request) as { provider: number; client: number };
  if (isEngagement(request.type)) {
    const agreed = agreedTerms(request, companyId, terms);
    if (await relationBetween(tx, provider, client)) throw refuse(409, 'already-engaged');
    const made = await tx
      .insertInto('companyRelation')
      .values({
        providerId: provider,
        clientId: client,
        status: 'engaged',
        ...agreed,
        contractFrom: agreed.contractFrom ?? new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  }
  const relation = await relationBetween(tx, provider, client);
  if (!relation) throw refuse(409, 'relation-ended');
  if (request.type === 'CancelContract') await endRelation(tx, relation);
  if (request.type === 'RenewContract') {
    assertContractPeriod(relation.contractFrom, request.contractTo);
    await tx
      .updateTable('companyRelation')
      .set({ contractTo: request.contractTo })
      .where('id', '=', relation.id)
      .execute();
  }
  return relation.id;
}

/** Ends a relation together with its request. */
async function endRelation(tx: Tx, relation: { id: number; providerId: number; clientId: number }): Promise<void> {
  const relationId = relation.id;
  await tx.updateTable('companyRelation').set({ status: 'disengaged' }).where('id', '=', relationId).execute();
  await tx
    .updateTable('companyRequest')
    .set({ status: 'disengaged', decidedAt: new Date() })
    .where('relationId', '=', relationId)
    .where('status', '=', 'engaged')
    .where('type', 'in', engagements)
    .execute();
  await endOwnerSessions(tx, relation.providerId, relation.clientId);
}

async function changeContract(
  tx: Tx,
  request: Request,
  companyId: number,
  { terms, contractStatus }: StepInput,
): Promise<void> {
  const relation = await relationOf(tx, request);
  await endOwnerSessions(tx, relation.providerId, relation.clientId);
  if (statesTerms(terms)) {
    if (companyId !== relation.clientId) throw refuse(403, 'terms-are-the-clients');
    const agreed = mergedTerms(terms ?? {}, relation);
    assertContractPeriod(agreed.contractFrom, agreed.contractTo);
    await tx.updateTable('companyRelation').set(agreed).where('id', '=', relation.id).execute();
  }
  if (contractStatus && contractStatus !== relation.contractStatus) {
    const resumes = contractStatus === 'Active';
    if (resumes && relation.suspendedBy !== null && relation.suspendedBy !== companyId)
      throw refuse(403, 'suspended-by-the-other');
    await tx
      .updateTable('companyRelation')
      .set({ contractStatus, suspendedBy: resumes ? null : companyId })
      .where('id', '=', relation.id)
      .execute();
  }
}

import './contract-events.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type CompanyType, providerTypes } from '#platform/common/company-kinds.ts';
import { emit } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { fitsRequest, requestTypesOf } from '../../common/company-kinds.ts';
import { type CompanyRequest, companyRequestList, type companyRequestRoutes } from '../../common/company-request.ts';
import { assertManages, assertOwn } from '../companies/company-access.ts';
import { assertNotInvited, openInvitation } from '../companies/company-invitations.ts';
import { mailTokenHash } from '../sign-in/account-tokens.ts';
import { requestHistory } from './request-history.ts';
import { mailInvitationToCompany, mailStep } from './request-mails.ts';
import { companyRequest, companyRequests } from './request-rows.ts';
import { assertSendable } from './request-sendable.ts';
import { type HandledStep, type StepInput, sidesOf, takeRequestStep } from './request-states.ts';

type Company = { id: number; name: string; type: CompanyType; status: 'Active' | 'Inactive' };
const companies = (tx: Tx) => tx.selectFrom('company').select(['id', 'name', 'type', 'status']);

/**
 * The company that an address belongs to: that of the active administrator who has confirmed the address. What a
 * company enters about itself proves nothing.
 */
async function companyWithEmail(tx: Tx, email: string): Promise<Company | undefined> {
  const administrator = tx
    .selectFrom('users')
    .select(sql<number>`company_id`.as('id'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('emailConfirmed', '=', true)
    .where('status', '=', 'active')
    .where('role', '=', 'Admin')
    .where('companyId', 'is not', null);
  return companies(tx).where('id', 'in', administrator).executeTakeFirst();
}

type Body = Context<typeof companyRequestRoutes.create>['body'];

/**
 * Whether a company may see another one: itself, a provider, because these are public, or one with which it had a
 * relation.
 */
async function isKnownTo(tx: Tx, sender: Company, other: Company): Promise<boolean> {
  if (other.id === sender.id || providerTypes.includes(other.type)) return true;
  const met = await sql`
    SELECT FROM company_relation
     WHERE (provider_id = ${sender.id} AND client_id = ${other.id}) OR (provider_id = ${other.id} AND client_id = ${sender.id}) LIMIT 1`.execute(
    tx,
  );
  return met.rows.length > 0;
}

async function destinationOf(tx: Tx, sender: Company, body: Body): Promise<Company | null> {
  if (body.destinationId && body.destinationEmail) throw invalid('destinationEmail', 'oneOfTwo');
  if (!body.destinationId && !body.destinationEmail) throw invalid('destinationId', 'Required');
  if (body.destinationEmail) {
    if (!body.destinationType) throw invalid('destinationType', 'Required');
    const known = await companyWithEmail(tx, body.destinationEmail);
    // An address of an unfit company is invited like an unknown one, so that the answer reveals nothing.
    return known && known.status === 'Active' && fitsRequest(body.type, sender.type, known.type) ? known : null;
  }
  const found = await companies(tx)
    .where('id', '=', body.destinationId as number)
    .where('status', '=', 'Active')
    .executeTakeFirst();
  // The number of a company that the sender cannot know is answered like one that does not exist.
  if (!found || !(await isKnownTo(tx, sender, found))) throw invalid('destinationId', 'notFound');
  if (!fitsRequest(body.type, sender.type, found.type)) throw refuse(422, 'kind-not-allowed');
  return found;
}

async function send(tx: Tx, kit: Kit, actor: Actor, senderId: number, body: Body): Promise<number> {
  const sender = await companies(tx).where('id', '=', senderId).forUpdate().executeTakeFirstOrThrow();
  if (!requestTypesOf(sender.type).includes(body.type)) throw refuse(422, 'request-not-allowed');
  if (body.destinationType && !fitsRequest(body.type, sender.type, body.destinationType))
    throw refuse(422, 'kind-not-allowed');
  const destination = await destinationOf(tx, sender, body);
  await assertSendable(tx, body.type, sender, destination, body);
  const token = destination ? null : randomBytes(32).toString('base64url');
  if (!destination) await assertNotInvited(tx, senderId, body.destinationEmail as string, body.type);
  const made = await tx
    .insertInto('companyRequest')
    .values({
      senderId,
      destinationId: destination?.id ?? null,
      destinationEmail: body.destinationEmail ?? null,
      destinationType: body.destinationType ?? null,
      type: body.type,
      message: body.message ?? '',
      contractFrom: body.contractFrom ?? null,
      contractTo: body.contractTo ?? null,
      contractAbilities: body.contractAbilities ?? null,
      contractResources: body.contractResources ?? null,
      invitationHash: token === null ? null : mailTokenHash(token),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (destination)
    await mailStep(tx, kit, 'requested', { ...made, requestType: body.type, from: sender.id, to: destination.id });
  else
    await mailInvitationToCompany(tx, kit, {
      email: body.destinationEmail as string,
      from: sender,
      token: token as string,
      locale: actor.locale,
    });
  return made.id;
}

const mailOf = {
  engage: 'engaged',
  handle: 'engaged',
  reject: 'rejected',
  cancel: 'cancelled',
  service: 'serviced',
  disengage: 'disengaged',
  contract: 'contract',
} as const;

/** Takes a step for a company, notifies the other side by mail, and returns the request as it is now. */
async function step(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number; requestId: number } },
  taken: HandledStep,
  input: StepInput = {},
): Promise<CompanyRequest> {
  const { tx, kit, actor, params } = context;
  await assertOwn(tx, actor, params.id);
  return bypassRls(tx, actor.scope, async () => {
    const request = await takeRequestStep(tx, params.requestId, params.id, taken, input);
    const { client } = sidesOf(request);
    if (client !== null) await emit(context, 'contract.changed', { clientId: client });
    const other = request.senderId === params.id ? request.destinationId : request.senderId;
    if (other !== null)
      await mailStep(tx, kit, request.answers ? 'answered' : request.confirms ? 'confirmed' : mailOf[taken], {
        id: request.id,
        requestType: request.type,
        from: params.id,
        to: other,
        reason: input.reason,
      });
    return companyRequest(tx, params.id, params.requestId);
  });
}

export const companyRequestHandlers: Handlers<typeof companyRequestRoutes> = {
  list: async ({ tx, params, list, actor }) => {
    await assertManages(tx, actor, params.id);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'company_request',
      spec: companyRequestList,
      query: list,
      scope: actor.scope,
      company: null,
      where: [sql`(t.sender_id = ${params.id} OR t.destination_id = ${params.id})`],
      columns: { direction: sql`(CASE WHEN t.sender_id = ${params.id} THEN 'sent' ELSE 'received' END)` },
    });
    return {
      data: inOrder(ids, await bypassRls(tx, actor.scope, () => companyRequests(tx, params.id, ids))),
      totalRecords,
    };
  },
  get: async ({ tx, params, actor }) => {
    await assertManages(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => companyRequest(tx, params.id, params.requestId));
  },
  history: requestHistory,
  create: async ({ tx, kit, params, body, actor }) => {
    await assertOwn(tx, actor, params.id);
    return bypassRls(tx, actor.scope, async () =>
      companyRequest(tx, params.id, await send(tx, kit, actor, params.id, body)),
    );
  },
  engage: (context) => step(context, 'engage', { terms: context.body }),
  cancel: (context) => step(context, 'cancel'),
  service: (context) => step(context, 'service', { reason: context.body.note }),
  disengage: (context) => step(context, 'disengage', { reason: context.body.reason }),
  handle: (context) =>
    step(context, context.body.decision === 'reject' ? 'reject' : 'handle', { reason: context.body.reason }),
  contract: (context) => {
    const { contractStatus, ...terms } = context.body;
    return step(context, 'contract', { terms, contractStatus });
  },
  invitation: async ({ params, tx }) => {
    const found = await openInvitation(tx, params.id);
    if (!found) throw refuse(410, 'link-expired');
    const known = await tx
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', found.email.toLowerCase())
      .executeTakeFirst();
    return {
      email: found.email,
      type: found.type,
      companyType: found.companyType,
      from: found.from,
      known: known !== undefined,
    };
  },
};

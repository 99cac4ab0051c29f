import { sql } from 'kysely';
import { activeStaff, decideDeviceRequest, runningProviders, sendDeviceRequest } from '#core/accounts/server/api.ts';
import { namedProducts } from '#core/market/server/api.ts';
import { sentIntention } from '#core/orders/server/api.ts';
import { assertStructure } from '#core/places/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep, writeStep } from '#platform/server/records/lifecycle.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type AllocationOutcome,
  deviceRequestList,
  type deviceRequestRoutes,
  type RequestState,
  requestedKinds,
  requestLifecycle,
} from '../common/device-request.ts';
import { allocate } from './allocate.ts';
import { publishRequest } from './live-topics.ts';
import { mailRequest } from './request-mails.ts';
import { deviceRequestDetail, deviceRequests, idOf } from './request-rows.ts';
import { isAllocatable, requestParties, requestRows } from './request-sides.ts';

type Creating = Context<typeof deviceRequestRoutes.create>;
type Changing = Context<typeof deviceRequestRoutes.change>;
export type StoredRequest = {
  id: number;
  uuid: string;
  companyId: number;
  integratorId: number;
  requestId: number;
  state: RequestState;
  sentBy: number | null;
  assigneeId: number | null;
};

export const requestNumber = (id: number): string => `DR-${String(id).padStart(6, '0')}`;

/** The text of the request between the companies: quantity and article, then the note. */
async function messageOf(context: Creating): Promise<string> {
  const { body } = context;
  const products = await namedProducts(
    context,
    body.lines.map(({ productId }) => productId),
  );
  const named = body.lines.map(({ productId, qty }, at) => {
    const product = products.get(productId);
    const fits = product?.onSale && requestedKinds.some((kind) => kind === product.kind);
    if (!product || !fits) throw invalid(`lines.${at}.productId`, 'notFound');
    return `${qty} × ${product.name}`;
  });
  return [...named, ...(body.note ? [body.note] : [])].join('\n').slice(0, 2000);
}

async function create(context: Creating): Promise<number> {
  const { tx, kit, actor, body, afterCommit } = context;
  const companyId = companyOf(actor);
  const providers = await runningProviders(tx, actor.scope, companyId);
  const integratorId = providers.find(({ type }) => type === 'Integrator')?.id;
  if (integratorId === undefined) throw refuse(409, 'no-integrator', {}, '20080002');
  if (body.structureId) await assertStructure(tx, actor, companyId, body.structureId);
  const message = await messageOf(context);
  return bypassRls(tx, actor.scope, async () => {
    const requestId = await sendDeviceRequest(tx, { senderId: companyId, destinationId: integratorId, message });
    const request: StoredRequest = await tx
      .insertInto('deviceRequest')
      .values({
        companyId,
        integratorId,
        requestId,
        note: body.note,
        neededBy: body.neededBy ?? null,
        structureId: body.structureId ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sql`
      INSERT INTO device_request_line (request_id, product_id, position, qty)
      SELECT ${request.id}, asked.product_id, asked.position, asked.qty
        FROM unnest(${body.lines.map(({ productId }) => productId)}::integer[], ${body.lines.map(({ qty }) => qty)}::integer[])
             WITH ORDINALITY AS asked (product_id, qty, position)`.execute(tx);
    await writeStep(tx, 'device_request', request.id, 'sent');
    await mailRequest(tx, kit, 'sent', request, { number: requestNumber(request.id) });
    afterCommit(() => publishRequest(kit, request));
    return request.id;
  });
}

/** The status of the request between the companies, by the step that decides it. */
const decided = { accept: 'engaged', reject: 'rejected', cancel: 'cancelled', end: 'cancelled' } as const;
type Moving = Pick<Context, 'tx' | 'kit'> & { as: readonly ('customer' | 'integrator' | 'system')[] };

/** Takes a step of a locked request; the request between the companies follows. Runs as the role that sees all rows. */
export async function moveRequest(
  { tx, kit, as }: Moving,
  request: StoredRequest,
  step: keyof typeof requestLifecycle.steps,
  reason = '',
): Promise<void> {
  if (!requestLifecycle.steps[step].from.includes(request.state))
    throw refuse(409, 'request-decided', { state: request.state }, '20080001');
  const why = reason ? { reason } : {};
  await takeStep(tx, requestLifecycle, request, step, { as, detail: why, set: why });
  // The customer follows the allocations themselves.
  if (step === 'begin') return;
  if (step !== 'fulfil') await decideDeviceRequest(tx, request.requestId, decided[step], reason || null);
  await mailRequest(tx, kit, step, request, { number: requestNumber(request.id), ...why });
}

async function assign({ tx, body }: Changing, request: StoredRequest): Promise<void> {
  const assigneeId = body.assigneeId ?? null;
  if (assigneeId === request.assigneeId) return;
  const people = await activeStaff(tx, request.integratorId);
  const person = people.find(({ id }) => id === assigneeId);
  if (assigneeId !== null && !person) throw invalid('assigneeId', 'notFound');
  await tx.updateTable('deviceRequest').set({ assigneeId }).where('id', '=', request.id).execute();
}

/** Records the order request by which the integrator buys missing devices. */
async function recordOrderNumber(context: Changing, request: StoredRequest): Promise<void> {
  const { tx, body } = context;
  if (!body.intention) throw invalid('intention', 'Required');
  const intentionId = await sentIntention(tx, request.integratorId, body.intention);
  await tx.updateTable('deviceRequest').set({ intentionId }).where('id', '=', request.id).execute();
  await writeStep(tx, 'device_request', request.id, 'order');
  await beginOnce(context, request);
}

/** The integrator has begun to supply what an accepted request asks for. */
async function beginOnce(context: Changing, request: StoredRequest): Promise<void> {
  if (request.state === 'accepted') await moveRequest({ ...context, as: ['integrator'] }, request, 'begin');
}

async function allocateTo(context: Changing, request: StoredRequest): Promise<AllocationOutcome[]> {
  const { tx } = context;
  const { outcomes, complete } = await allocate(context, request);
  const count = outcomes.filter(({ state }) => state === 'done').length;
  if (count > 0) await writeStep(tx, 'device_request', request.id, 'allocate', { count });
  if (complete) await moveRequest({ ...context, as: ['integrator'] }, request, 'fulfil');
  else if (count > 0) await beginOnce(context, request);
  return outcomes;
}

async function take(context: Changing, request: StoredRequest): Promise<AllocationOutcome[]> {
  const { body } = context;
  const as = requestParties(context, request);
  const { action, reason } = body;
  if (action === 'accept' || action === 'reject' || action === 'cancel') {
    if (action === 'reject' && reason === '') throw invalid('reason', 'Required');
    await moveRequest({ ...context, as }, request, action, reason);
    return [];
  }
  if (!as.includes('integrator')) throw refuse(403, 'no-permission');
  const isPossible = isAllocatable(request.state) || (action === 'assign' && request.state === 'pending');
  if (!isPossible) {
    if (request.state === 'pending') throw refuse(409, 'step-not-possible', { step: action, state: request.state });
    throw refuse(409, 'request-decided', { state: request.state }, '20080001');
  }
  if (action === 'allocate') return allocateTo(context, request);
  await (action === 'assign' ? assign : recordOrderNumber)(context, request);
  return [];
}

export const deviceRequestHandlers: Handlers<typeof deviceRequestRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device_request',
      spec: deviceRequestList,
      query: list,
      scope: actor.scope,
      company: null,
      where: [requestRows.visibleTo(actor)],
    });
    return { data: await deviceRequests(context, ids), totalRecords };
  },
  get: async (context) => deviceRequestDetail(context, await idOf(context, context.params.uuid)),
  async create(context) {
    const [made] = await deviceRequests(context, [await create(context)]);
    if (!made) throw refuse(404, 'not-found');
    return made;
  },
  async change(context) {
    const { tx, kit, actor, params, afterCommit } = context;
    const id = await idOf(context, params.uuid);
    const outcomes = await bypassRls(tx, actor.scope, async () => {
      const request = await lockRecord<StoredRequest>(tx, 'device_request', id);
      afterCommit(() => publishRequest(kit, request));
      return take(context, request);
    });
    return { ...(await deviceRequestDetail(context, id)), outcomes };
  },
  async assignees(context) {
    const { tx, actor, params } = context;
    const [request] = await deviceRequests(context, [await idOf(context, params.uuid)]);
    if (request?.side !== 'integrator') throw refuse(403, 'no-permission');
    const people = await bypassRls(tx, actor.scope, () => activeStaff(tx, request.integrator.id));
    return people.map(({ id, name }) => ({ id, name }));
  },
};

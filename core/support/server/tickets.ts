import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { clientById, personNameOf, runningProviders } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { recordStepsOf, writeStep } from '#platform/server/records/lifecycle.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Actor, type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { messageKindsOf, type TicketState, ticketLifecycle, ticketList, type ticketRoutes } from '../common/ticket.ts';
import './api.ts';
import { deskPeople, moveToPlatform } from './desks.ts';
import { publishingOf, publishTicket, publishTyping } from './live-topics.ts';
import { writeMessage } from './messages.ts';
import { serviceLevelOf } from './service-levels.ts';
import { mailAssigned, mailSolved } from './ticket-mails.ts';
import { ticketOf, ticketsOf } from './ticket-rows.ts';
import { isOverdue, isUnreadBy, ticketParties, ticketSide, ticketVisibleTo } from './ticket-sides.ts';
import { dueColumns, lockTicket, moveTicket, readTicket, type TicketRow } from './ticket-steps.ts';

type Creating = Context<typeof ticketRoutes.create>;
type Updating = Context<typeof ticketRoutes.update>;

/** The customer of a new ticket: the current company, or one that the caller answers for. */
async function customerOf({ tx, actor, body }: Creating): Promise<number> {
  const { user } = actor.session;
  if (!body.companyId || body.companyId === actor.session.actingFor) return companyOf(actor);
  const named = body.companyId;
  if (user.companyId !== null && user.companyType !== 'Integrator') throw refuse(422, 'not-a-client');
  return (await bypassRls(tx, actor.scope, () => clientById(tx, actor, user.companyId ?? 0, named))).id;
}

/** The desk of a company: its integrator with a running contract; null for the platform. */
async function deskOfCompany({ tx, actor }: Creating, companyId: number): Promise<number | null> {
  const providers = await runningProviders(tx, actor.scope, companyId);
  return providers.find(({ type }) => type === 'Integrator')?.id ?? null;
}

/** Refuses a device of another company, and one that the caller may not see. */
async function assertDevice({ tx, actor }: Creating, companyId: number, id: number): Promise<void> {
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{ app: string; structureId: number | null }>`
      SELECT f.app, f.structure_id FROM ${sql.raw(deviceFacts)} f WHERE f.id = ${id} AND f.company_id = ${companyId}`.execute(
      tx,
    ),
  );
  const [device] = found.rows;
  // A desk that does not act for the customer cannot see its devices, but shows the one that the ticket is about.
  const acts = actor.session.actingFor === companyId;
  if (!device || (acts && !hasAbilityOn(actor.session, device.app, 'device', 'read', device.structureId)))
    throw invalid('deviceId', 'notFound');
}

/** The number of an order of the company; refuses another one. */
async function orderNumber(context: Creating, companyId: number, orderId: number): Promise<string> {
  let number: string | undefined;
  await bypassRls(context.tx, context.actor.scope, () =>
    emit(context, 'ticket.names-order', {
      companyId,
      orderId,
      found: (found) => {
        number = found;
      },
    }),
  );
  if (number === undefined) throw invalid('orderId', 'notFound');
  return number;
}

async function assertFollows(context: Creating, companyId: number, id: number): Promise<void> {
  const [before] = await ticketsOf(context, [id]);
  if (before?.companyId !== companyId || before.state !== 'closed') throw invalid('followsId', 'notFound');
}

async function insertTicket(context: Creating): Promise<TicketRow> {
  const { tx, body } = context;
  const companyId = await customerOf(context);
  const deskId = await deskOfCompany(context, companyId);
  if (body.deviceId) await assertDevice(context, companyId, body.deviceId);
  if (body.followsId) await assertFollows(context, companyId, body.followsId);
  const order = body.orderId ? await orderNumber(context, companyId, body.orderId) : null;
  const made = await tx
    .insertInto('ticket')
    .values({
      companyId,
      deskId,
      subject: body.subject,
      category: body.category,
      priority: body.priority,
      deviceId: body.deviceId ?? null,
      followsId: body.followsId ?? null,
      orderId: body.orderId ?? null,
      orderNumber: order,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return lockTicket(tx, context.actor, made.id);
}

/** Recomputes the due times of a ticket that is new or has another priority. */
async function setDues(tx: Tx, actor: Actor, ticket: TicketRow): Promise<void> {
  const dues = dueColumns(await serviceLevelOf(tx, actor.scope, ticket.deskId), ticket);
  await tx
    .updateTable('ticket')
    .set({
      firstReplyDue: dues.first_reply_due,
      solveDue: dues.solve_due,
      dueAt: dues.due_at,
      dueStep: ticket.dueStep,
    })
    .where('id', '=', ticket.id)
    .execute();
}

/** The fields that people who answer may change in addition to the state. Each change is logged in the ticket. */
async function handle(context: Updating, ticket: TicketRow): Promise<void> {
  const { tx, actor, body, kit } = context;
  const { priority, assigneeId } = body;
  if (priority !== undefined && priority !== ticket.priority) {
    await writeStep(tx, 'ticket', ticket.id, 'prioritize', { from: ticket.priority, to: priority });
    Object.assign(ticket, { priority, dueStep: 0 });
    await tx.updateTable('ticket').set({ priority }).where('id', '=', ticket.id).execute();
    await setDues(tx, actor, ticket);
  }
  if (assigneeId !== undefined && assigneeId !== ticket.assigneeId) {
    if (assigneeId) await assertAssignable(context, ticket, assigneeId);
    await tx.updateTable('ticket').set({ assigneeId }).where('id', '=', ticket.id).execute();
    const to = assigneeId ? await personNameOf(tx, assigneeId) : null;
    await writeStep(tx, 'ticket', ticket.id, 'assign', { to });
    if (assigneeId && assigneeId !== actor.session.user.id)
      await bypassRls(tx, actor.scope, () => mailAssigned(tx, kit, ticket, assigneeId));
  }
  if (body.escalate) {
    if (ticket.deskId === null) throw refuse(409, 'step-not-possible', { step: 'escalate', state: ticket.state });
    await moveToPlatform(tx, kit, actor.scope, ticket, 'escalate');
  }
}

async function assertAssignable({ tx, actor }: Updating, ticket: TicketRow, userId: number): Promise<void> {
  const people = await deskPeople(tx, actor.scope, ticket);
  if (!people.some(({ id }) => id === userId)) throw invalid('assigneeId', 'notFound');
}

/** Takes the step that leads to a state. Takes none if the ticket is in it already. */
async function changeState(context: Updating, ticket: TicketRow, state: TicketState): Promise<void> {
  if (state === ticket.state) return;
  const { tx, actor, kit } = context;
  const parties = ticketParties(context, ticketSide(actor, ticket));
  const step = possibleSteps(ticketLifecycle, ticket.state, parties).find(
    (name) => ticketLifecycle.steps[name].to === state,
  );
  if (!step) throw refuse(409, 'step-not-possible', { step: state, state: ticket.state });
  await moveTicket(tx, actor.scope, ticket, step, { as: parties });
  if (step === 'solve') await bypassRls(tx, actor.scope, () => mailSolved(tx, kit, ticket, actor.session.user.id));
}

export const ticketHandlers: Handlers<typeof ticketRoutes> = {
  async list(context) {
    const { tx, actor, list } = context;
    const isUnread = isUnreadBy(actor);
    const { unread, ...filters } = list.filters;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'ticket',
      spec: ticketList,
      query: { ...list, filters },
      scope: actor.scope,
      company: null,
      where: [ticketVisibleTo(actor), ...(unread ? [sql`${isUnread} = ANY (${unread}::boolean[])`] : [])],
      columns: {
        unread: [isUnread, sql`t.last_message_at`],
        overdue: isOverdue,
        assigneeId: sql`coalesce(t.assignee_id, 0)`,
      },
    });
    return { data: await ticketsOf(context, ids), totalRecords };
  },
  async get(context) {
    const ticket = await ticketOf(context, context.params.id);
    return { ...ticket, steps: await recordStepsOf(context, 'ticket', ticket.id) };
  },
  async create(context) {
    const { tx, actor, body } = context;
    const ticket = await insertTicket(context);
    await setDues(tx, actor, ticket);
    await writeMessage(context, ticket, { text: body.text, kind: 'public', clientId: randomUUID() });
    return ticketOf(context, ticket.id);
  },
  async update(context) {
    const { tx, actor, params, body } = context;
    const ticket = await lockTicket(tx, actor, params.id);
    const before = { ...ticket };
    if (ticket.state === 'closed') throw refuse(409, 'ticket-closed', {}, '20090001');
    const { state, ...handled } = body;
    if (Object.values(handled).some((value) => value !== undefined)) {
      if (!ticketParties(context, ticketSide(actor, ticket)).includes('desk')) throw refuse(403, 'no-permission');
      await handle(context, ticket);
    }
    if (state !== undefined) await changeState(context, ticket, state);
    const page = publishingOf(context);
    // The person who has answered until now is notified as well.
    context.afterCommit(() => publishTicket(page, { ...ticket, helperId: ticket.helperId ?? before.deskId }));
    return ticketOf(context, ticket.id);
  },
  async assignees(context) {
    const { tx, actor, params } = context;
    const ticket = await readTicket(tx, actor, params.id);
    if (ticketSide(actor, ticket) === 'customer') throw refuse(403, 'no-permission');
    return deskPeople(tx, actor.scope, ticket);
  },
  async typing(context) {
    const { tx, actor, params, body } = context;
    const ticket = await readTicket(tx, actor, params.id);
    const side = ticketSide(actor, ticket);
    if (!messageKindsOf[side].includes(body.kind)) throw invalid('kind', 'invalid');
    const { id } = actor.session.user;
    const name = (await personNameOf(tx, id)) ?? '';
    publishTyping(publishingOf(context), ticket, body.kind, { userId: id, name, side });
    return null;
  },
};

import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contractDues } from '#core/accounts/server/api.ts';
import {
  admin,
  app,
  customer,
  ids,
  integrator,
  mails,
  qasr,
  refused,
  withCompanies,
} from '#main/testing/test-companies.ts';
import { providerOf } from '#main/testing/test-contract.ts';
import { blobOf, pdf } from '#main/testing/test-files.ts';
import type { TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import type { TicketReport } from '../common/report.ts';
import type { Ticket, TicketMessage } from '../common/ticket.ts';
import { ticketDues } from './clock.ts';

withCompanies();

let operator: TestPerson;
beforeAll(async () => {
  operator = await app.signIn('operator@rasid.test');
  await app.kit.pool.query('DELETE FROM ticket');
});
beforeEach(() => app.kit.pool.query('DELETE FROM mail_outbox'));

const open = async (who: TestPerson = customer, body: object = {}): Promise<Ticket> => {
  const reply = await who.call('POST', '/support/ticket', {
    body: { subject: 'The tank is empty', category: 'device', text: 'Since this morning.', ...body },
  });
  expect([reply.status, reply.body]).toMatchObject([201, {}]);
  return reply.body.data;
};
const say = (who: TestPerson, id: number, text: string, body: object = {}) =>
  who.call('POST', `/support/ticket/${id}/message`, { body: { text, clientId: randomUUID(), ...body } });
const read = async (who: TestPerson, id: number): Promise<TicketMessage[]> =>
  (await who.call('GET', `/support/ticket/${id}/message`)).body.data;
const textsOf = async (who: TestPerson, id: number) => (await read(who, id)).map(({ text }) => text);
const get = async (who: TestPerson, id: number) => (await who.call('GET', `/support/ticket/${id}`)).body.data;
const change = (who: TestPerson, id: number, body: object) => who.call('PATCH', `/support/ticket/${id}`, { body });
const list = async (who: TestPerson, query = ''): Promise<Ticket[]> =>
  (await who.call('GET', `/support/ticket?${query}`)).body.data;
const unreadOf = async (who: TestPerson, id: number) => (await list(who)).find((one) => one.id === id)?.unread;

describe('a ticket', () => {
  test('of a customer with an integrator is answered by it, and by the platform otherwise', async () => {
    expect(await open()).toMatchObject({ desk: { id: ids.najm }, side: 'customer', state: 'open', number: /T-\d{6}/ });
    expect(await open(qasr)).toMatchObject({ desk: null, company: { id: ids.qasr } });
  });

  test('is seen by the customer, its desk and the platform, and by nobody else', async () => {
    const { id } = await open();
    for (const who of [customer, integrator, admin]) expect((await get(who, id)).id).toBe(id);
    expect(refused(await qasr.call('GET', `/support/ticket/${id}`))).toEqual([404, 'not-found']);
    expect((await list(qasr)).map((one) => one.id)).not.toContain(id);
    expect(refused(await say(qasr, id, 'Hello'))).toEqual([404, 'not-found']);
    const finance = await app.signIn('finance@rasid.test');
    expect(refused(await finance.call('GET', '/support/ticket'))).toEqual([403, 'no-permission']);
  });

  test('is read and changed only by the person who opened it and by the administrators of the company', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const { id } = await open(operator);
    for (const who of [operator, customer]) expect((await get(who, id)).id).toBe(id);
    for (const path of ['', '/message'])
      expect(refused(await viewer.call('GET', `/support/ticket/${id}${path}`))).toEqual([404, 'not-found']);
    expect(refused(await change(viewer, id, { state: 'solved' }))).toEqual([404, 'not-found']);
    expect(refused(await say(viewer, id, 'Hello'))).toEqual([404, 'not-found']);
    expect(await list(viewer)).toEqual([]);
    expect((await change(operator, id, { state: 'solved' })).status).toBe(200);
    expect((await change(customer, id, { state: 'closed' })).status).toBe(200);
  });

  test('is opened by a desk for its customer, and not for other companies', async () => {
    expect(await open(integrator, { companyId: ids.reem })).toMatchObject({ companyId: ids.reem, side: 'desk' });
    const body = { subject: 'x', category: 'other', text: 'x', companyId: ids.qasr };
    expect(refused(await integrator.call('POST', '/support/ticket', { body }))).toEqual([422, 'not-a-client']);
    expect(refused(await customer.call('POST', '/support/ticket', { body }))).toEqual([422, 'not-a-client']);
  });

  test('can name only a device of its company', async () => {
    const { rows } = await app.kit.pool.query('SELECT id, company_id FROM device ORDER BY id');
    const own = rows.find((row) => row.company_id === ids.reem);
    const other = rows.find((row) => row.company_id !== ids.reem);
    expect(await open(customer, { deviceId: own.id })).toMatchObject({ device: { id: own.id } });
    const body = { subject: 'x', category: 'device', text: 'x', deviceId: other.id };
    const reply = await customer.call('POST', '/support/ticket', { body });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'deviceId', msg: 'notFound' }]]);
  });

  test('waits for the customer, whose reply opens it again', async () => {
    const { id } = await open();
    expect((await change(integrator, id, { state: 'waiting' })).body.data.state).toBe('waiting');
    await say(integrator, id, 'Anything new?');
    expect((await get(customer, id)).state).toBe('waiting');
    await say(customer, id, 'No.');
    expect((await get(customer, id)).state).toBe('open');
  });

  test('is solved, opened again by a reply, closed by the customer, and followed by another', async () => {
    const { id } = await open();
    expect((await change(customer, id, { state: 'solved' })).body.data.state).toBe('solved');
    await say(integrator, id, 'One more thing');
    expect((await get(customer, id)).state).toBe('open');
    await change(integrator, id, { state: 'solved' });
    expect(refused(await change(integrator, id, { state: 'closed' }))).toEqual([409, 'step-not-possible']);
    const closed = await change(customer, id, { state: 'closed' });
    expect(closed.body.data).toMatchObject({ state: 'closed', allowed: ['follow-up'] });
    const refusal = await say(customer, id, 'Still there?');
    expect([refusal.status, refusal.body.word, refusal.body.code]).toEqual([409, 'ticket-closed', '20090001']);
    expect(refused(await change(integrator, id, { priority: 'low' }))).toEqual([409, 'ticket-closed']);
    expect(await open(customer, { followsId: id })).toMatchObject({ follows: { id } });
    expect((await get(customer, id)).steps.map(({ step }: { step: string }) => step)).toEqual([
      'solve',
      'reopen',
      'solve',
      'close',
    ]);
  });

  test('is closed two weeks after it was solved', async () => {
    const { id } = await open();
    await change(integrator, id, { state: 'solved' });
    await doDue(app.kit, ticketDues);
    expect((await get(customer, id)).state).toBe('solved');
    await app.kit.pool.query("UPDATE ticket SET solved_at = now() - interval '15 days' WHERE id = $1", [id]);
    await doDue(app.kit, ticketDues);
    expect((await get(customer, id)).state).toBe('closed');
  });

  test('gets its priority and its assignee only from the desk', async () => {
    const { id } = await open();
    expect(refused(await change(customer, id, { priority: 'urgent' }))).toEqual([403, 'no-permission']);
    expect((await change(integrator, id, { priority: 'urgent' })).body.data.priority).toBe('urgent');
    const [person] = (await integrator.call('GET', `/support/ticket/${id}/assignee`)).body.data;
    expect((await change(integrator, id, { assigneeId: person.id })).body.data.assignee).toEqual(person);
    const { rows } = await app.kit.pool.query("SELECT id FROM users WHERE email = 'customer@rasid.test'");
    expect((await change(integrator, id, { assigneeId: rows[0].id })).status).toBe(418);
    expect((await list(integrator, `assigneeId=${person.id}`)).map((one) => one.id)).toEqual([id]);
    expect((await change(integrator, id, { assigneeId: null })).body.data.assignee).toBeNull();
  });
});

describe('messages', () => {
  test('of the desk among themselves never reach the customer', async () => {
    const { id } = await open();
    await say(integrator, id, 'For all');
    await read(customer, id);
    const before = await get(customer, id);
    await say(integrator, id, 'Between us', { kind: 'internal' });
    await say(admin, id, 'Platform only', { kind: 'platform' });
    expect(await textsOf(customer, id)).toEqual(['Since this morning.', 'For all']);
    expect(await get(customer, id)).toEqual(before);
    expect(await textsOf(integrator, id)).toEqual(['Since this morning.', 'For all', 'Between us']);
    expect(await textsOf(admin, id)).toEqual(['Since this morning.', 'For all', 'Between us', 'Platform only']);
    expect((await say(customer, id, 'A note', { kind: 'internal' })).status).toBe(418);
    expect((await say(integrator, id, 'A note', { kind: 'platform' })).status).toBe(418);
  });

  test('of the desk are hidden from a provider that acts for the customer', async () => {
    const { id } = await open(qasr);
    await say(admin, id, 'Between us', { kind: 'internal' });
    await app.kit.pool.query(
      "INSERT INTO company_relation (provider_id, client_id, status) VALUES ($1, $2, 'engaged')",
      [ids.gulfcare, ids.qasr],
    );
    const fmc = await app.signIn('fmc@rasid.test');
    expect([(await get(fmc, id)).side, await textsOf(fmc, id)]).toEqual(['customer', ['Since this morning.']]);
    await app.kit.pool.query('DELETE FROM company_relation WHERE provider_id = $1 AND client_id = $2', [
      ids.gulfcare,
      ids.qasr,
    ]);
  });

  test('that are sent again are the same message, also at the same moment', async () => {
    const { id } = await open();
    const clientId = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => say(customer, id, 'Once', { clientId })));
    expect(new Set(replies.map((reply) => reply.body.data.n)).size).toBe(1);
    expect(await textsOf(customer, id)).toEqual(['Since this morning.', 'Once']);
  });

  test('are unread until the person reads them, and each person has a mark of their own', async () => {
    const { id } = await open(operator);
    await say(integrator, id, 'One');
    await say(integrator, id, 'Two');
    expect([await unreadOf(operator, id), await unreadOf(customer, id)]).toEqual([2, 3]);
    expect((await list(operator, 'unread=true')).map((one) => one.id)).toContain(id);
    expect((await read(operator, id)).map(({ unread }) => unread)).toEqual([false, true, true]);
    expect([await unreadOf(operator, id), await unreadOf(customer, id)]).toEqual([0, 3]);
    expect((await list(operator, 'unread=true')).map((one) => one.id)).not.toContain(id);
  });

  test('are read fifty at a time, backwards', async () => {
    const { id } = await open();
    for (const text of ['a', 'b', 'c']) await say(customer, id, text);
    const newest = (await customer.call('GET', `/support/ticket/${id}/message?limit=2`)).body.data as TicketMessage[];
    expect(newest.map(({ text }) => text)).toEqual(['b', 'c']);
    const older = await customer.call('GET', `/support/ticket/${id}/message?limit=2&before=${newest[0]?.n}`);
    expect(older.body.data.map(({ text }: TicketMessage) => text)).toEqual(['Since this morning.', 'a']);
    expect((await customer.call('GET', `/support/ticket/${id}/message?limit=51`)).status).toBe(418);
  });

  test('are limited for each person, and not for the office that they share', async () => {
    const { id } = await open(operator);
    const replies = [];
    for (let count = 0; count < 31; count++) replies.push(await say(operator, id, String(count)));
    expect(replies.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(30);
    expect(replies.at(-1)?.status).toBe(429);
    expect((await say(integrator, id, 'Hello')).status).toBe(201);
  });

  test('carry pictures and PDF, identified by their bytes, which only readers of the message get', async () => {
    const { id } = await open();
    const form = (kind: string, ...files: (string | Buffer)[]) => {
      const body = new FormData();
      body.set('clientId', randomUUID());
      body.set('kind', kind);
      for (const [at, file] of files.entries()) body.append('files', blobOf(file), `plan ${at}.pdf`);
      return body;
    };
    const send = (who: TestPerson, body: FormData) => who.call('POST', `/support/ticket/${id}/message`, { body });
    const sent = await send(integrator, form('public', pdf('one'), pdf('two')));
    expect(sent.body.data).toMatchObject({ text: '', files: [{ name: 'plan 0.pdf' }, { name: 'plan 1.pdf' }] });
    const address = (message: TicketMessage) => `/support/ticket/${id}/file/${message.files[0]?.id}`;
    expect((await customer.call('GET', address(sent.body.data))).status).toBe(200);
    expect((await qasr.call('GET', address(sent.body.data))).status).toBe(404);
    const note = await send(integrator, form('internal', pdf()));
    expect((await integrator.call('GET', address(note.body.data))).status).toBe(200);
    expect((await customer.call('GET', address(note.body.data))).status).toBe(404);
    const refusal = await send(customer, form('public', 'no pdf at all'));
    expect([refusal.status, refusal.body.errors]).toEqual([418, [{ param: 'files', msg: 'notAPdf' }]]);
    const six = Array.from({ length: 6 }, () => pdf());
    expect((await send(customer, form('public', ...six))).status).toBe(413);
    expect((await say(customer, id, '')).body.errors).toEqual([{ param: 'text', msg: 'Required' }]);
  });
});

describe('a desk', () => {
  test('that escalates leaves the ticket to the platform, and can still read and write', async () => {
    const { id } = await open();
    expect((await change(integrator, id, { escalate: true })).body.data).toMatchObject({ desk: null, side: 'desk' });
    expect((await say(integrator, id, 'I am still here', { kind: 'internal' })).status).toBe(201);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['super@rasid.test']);
    expect(refused(await change(integrator, id, { escalate: true }))).toEqual([409, 'step-not-possible']);
    expect(refused(await change(customer, id, { escalate: true }))).toEqual([403, 'no-permission']);
  });

  test('loses its tickets to the platform with the contract, whether a person or its date ends it', async () => {
    const { id } = await open();
    const contractEndsIn = (time: string) =>
      app.kit.pool.query(
        `UPDATE company_relation SET contract_to = now() + interval '${time}' WHERE provider_id = ${ids.najm} AND client_id = ${ids.reem}`,
      );
    await contractEndsIn('-1 minute');
    expect(refused(await integrator.call('GET', `/support/ticket/${id}`))).toEqual([404, 'not-found']);
    await doDue(app.kit, contractDues);
    expect((await get(customer, id)).desk).toBeNull();
    await contractEndsIn('1 year');
    const other = await open();
    const sent = await customer.call('GET', `/company/${ids.reem}/request?type=ClientEngagement&status=engaged`);
    const path = `/company/${ids.reem}/request/${sent.body.data[0].id}/contract`;
    expect((await customer.call('PATCH', path, { body: { contractStatus: 'Inactive' } })).status).toBe(200);
    expect((await get(customer, other.id)).desk).toBeNull();
    await customer.call('PATCH', path, { body: { contractStatus: 'Active' } });
  });

  test('whose contract names abilities sees its tickets without acting for the customer', async () => {
    const { id } = await open();
    const acting = await providerOf(app, customer, ['sample.device.read']);
    expect(refused(await acting.call('GET', `/support/ticket/${id}`))).toEqual([403, 'no-permission']);
    expect((await get(integrator, id)).side).toBe('desk');
    expect((await say(integrator, id, 'Seen')).status).toBe(201);
    const body = new FormData();
    body.set('clientId', randomUUID());
    body.append('files', blobOf(pdf()), 'plan.pdf');
    const { files } = (await integrator.call('POST', `/support/ticket/${id}/message`, { body })).body
      .data as TicketMessage;
    expect((await integrator.call('GET', `/support/ticket/${id}/file/${files[0]?.id}`)).status).toBe(200);
    await providerOf(app, customer, null);
  });
});

describe('a mail about unread messages', () => {
  const age = (id: number, minutes: number) =>
    app.kit.pool.query(
      "WITH m AS (UPDATE ticket_message SET created_at = created_at - $2 * interval '1 minute' WHERE ticket_id = $1), r AS (UPDATE ticket_read SET mailed_at = mailed_at - $2 * interval '1 minute' WHERE ticket_id = $1) UPDATE ticket SET mail_at = mail_at - $2 * interval '1 minute' WHERE id = $1",
      [id, minutes],
    );
  const mailed = async () => {
    await doDue(app.kit, ticketDues);
    const sent = (await mails()).map(({ recipient, subject }) => `${recipient} ${subject.split(':')[0]}`);
    await app.kit.pool.query('DELETE FROM mail_outbox');
    return sent;
  };

  test('is sent after five minutes to people who have not read them, once per hour and ticket', async () => {
    const { id } = await open();
    await read(integrator, id);
    await say(integrator, id, 'Hello');
    expect(await mailed()).toEqual([]);
    await age(id, 6);
    expect(await mailed()).toEqual(['customer@rasid.test New reply']);
    await say(integrator, id, 'Still waiting');
    await age(id, 6);
    expect(await mailed()).toEqual([]);
    await age(id, 55);
    expect(await mailed()).toEqual(['customer@rasid.test New reply']);
    await age(id, 70);
    expect(await mailed()).toEqual([]);
  });

  test('is not sent to people who have read them, and never about notes', async () => {
    const { id } = await open();
    await read(integrator, id);
    await say(integrator, id, 'Hello');
    await read(customer, id);
    await say(integrator, id, 'Between us', { kind: 'internal' });
    await age(id, 6);
    expect(await mailed()).toEqual([]);
  });
});

describe('the clock', () => {
  const fallDue = (id: number) =>
    app.kit.pool.query("UPDATE ticket SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
  const notified = async () => {
    await doDue(app.kit, ticketDues);
    const sent = (await mails()).map(({ recipient, subject }) => `${recipient} ${subject.split(':')[0]}`);
    await app.kit.pool.query('DELETE FROM mail_outbox');
    return sent;
  };

  test('warns the assignee, notifies the desk once that the ticket is overdue, and escalates at twice the time', async () => {
    const { id } = await open();
    await fallDue(id);
    expect(await notified()).toEqual(['integrator@rasid.test Due soon']);
    await fallDue(id);
    expect(await notified()).toEqual(['integrator@rasid.test Overdue']);
    expect(await notified()).toEqual([]);
    await fallDue(id);
    expect(await notified()).toEqual(['super@rasid.test Escalated']);
    const { desk, steps } = await get(customer, id);
    expect([desk, steps.map(({ step }: { step: string }) => step)]).toEqual([null, ['overdue', 'escalate']]);
    await fallDue(id);
    expect(await notified()).toEqual([]);
  });

  test('is stopped while the ticket waits for the customer', async () => {
    const { id, solveDue } = await open();
    const waiting = (await change(integrator, id, { state: 'waiting' })).body.data as Ticket;
    expect([waiting.solveDue, waiting.overdue]).toEqual([null, false]);
    await app.kit.pool.query("UPDATE ticket SET paused_at = paused_at - interval '7 days' WHERE id = $1", [id]);
    await say(customer, id, 'Here I am');
    const again = (await get(customer, id)) as Ticket;
    expect(Date.parse(again.solveDue as string)).toBeGreaterThan(Date.parse(solveDue as string));
    const { rows } = await app.kit.pool.query('SELECT paused_ms, due_at FROM ticket WHERE id = $1', [id]);
    // Five days of nine hours, and the time between the two calls.
    expect([Math.floor(rows[0].paused_ms / 3_600_000), rows[0].due_at !== null]).toEqual([45, true]);
  });

  test('continues with the target for the solution after the first reply of the desk', async () => {
    const { id } = await open();
    await fallDue(id);
    await notified();
    await say(integrator, id, 'We look into it');
    const { rows } = await app.kit.pool.query('SELECT due_step, due_at, solve_due FROM ticket WHERE id = $1', [id]);
    expect(rows[0].due_step).toBe(0);
    expect(Date.parse(rows[0].due_at)).toBeLessThan(Date.parse(rows[0].solve_due));
    expect((await get(customer, id)).firstReplyAt).not.toBeNull();
  });

  test('follows the working time and targets that the desk has set', async () => {
    const level = (await integrator.call('GET', '/support/desk')).body.data;
    // A company without customers has no working time to set.
    expect(refused(await customer.call('PUT', '/support/desk', { body: level }))).toEqual([403, 'no-permission']);
    expect(level.targets.normal).toEqual({ reply: 8, solve: 72 });
    const body = { ...level, targets: { ...level.targets, low: { reply: 2, solve: 1 } } };
    expect((await integrator.call('PUT', '/support/desk', { body })).status).toBe(418);
    body.targets.low = { reply: 1, solve: 2 };
    expect((await integrator.call('PUT', '/support/desk', { body })).status).toBe(200);
    expect((await integrator.call('GET', '/support/desk')).body.data.targets.low).toEqual({ reply: 1, solve: 2 });
    const [own, other] = [await open(customer, { priority: 'low' }), await open(qasr, { priority: 'low' })];
    expect(Date.parse(own.solveDue as string)).toBeLessThan(Date.parse(other.solveDue as string));
  });
});

describe('the service report', () => {
  const reportOf = async (who: TestPerson, query = '') => {
    const reply = await who.call('GET', `/support/report?${query}`);
    expect([reply.status, reply.body]).toMatchObject([200, {}]);
    return reply.body as { data: TicketReport[]; totalRecords: number };
  };
  const hourMs = 3_600_000;
  /** A ticket that the desk answered and solved after this many hours of working time. */
  const solved = async (hours: number) => {
    const { id } = await open();
    await say(integrator, id, 'Mended');
    await change(integrator, id, { state: 'solved' });
    await app.kit.pool.query('UPDATE ticket SET reply_ms = $2, solve_ms = $3 WHERE id = $1', [
      id,
      hours * hourMs,
      2 * hours * hourMs,
    ]);
    return id;
  };

  test('has the medians of working time, and how many tickets were late or opened again, by customer', async () => {
    await app.kit.pool.query('DELETE FROM ticket');
    const ids = [await solved(1), await solved(2), await solved(9)];
    await open();
    await say(customer, ids[2] as number, 'It is empty again');
    await app.kit.pool.query(
      "INSERT INTO ticket_step (subject_id, step) SELECT $1::integer, 'overdue' FROM generate_series(1, 2)",
      [ids[0]],
    );
    const { data, totalRecords } = await reportOf(integrator);
    expect(totalRecords).toBe(1);
    // A reopened ticket no longer has a solution.
    expect(data[0]).toMatchObject({
      tickets: 4,
      firstReplyMs: 2 * hourMs,
      solveMs: 3 * hourMs,
      late: 25,
      reopened: 33.3,
    });
  });

  test('covers only the customers of the desk, and all customers for the platform', async () => {
    await open(qasr);
    expect((await reportOf(integrator)).data.map(({ id }) => id)).toEqual([ids.reem]);
    expect((await reportOf(admin, 'sort[name]=asc')).data.map(({ id }) => id).sort()).toEqual(
      [ids.reem, ids.qasr].sort(),
    );
    expect((await reportOf(admin, `search=${encodeURIComponent('no such company')}`)).data).toEqual([]);
    expect((await reportOf(customer)).data).toEqual([]);
    expect((await reportOf(admin, 'createdAt[to]=2020-01-01')).totalRecords).toBe(0);
    expect(refused(await operator.call('GET', '/support/report'))).toEqual([403, 'no-permission']);
  });

  test('counts neither pauses nor the hours in which the desk is closed', async () => {
    const { id } = await open();
    await app.kit.pool.query("UPDATE ticket SET created_at = now() - interval '7 days' WHERE id = $1", [id]);
    await say(integrator, id, 'We look into it');
    await change(integrator, id, { state: 'waiting' }); // For longer than a weekend.
    await app.kit.pool.query("UPDATE ticket SET paused_at = now() - interval '4 days' WHERE id = $1", [id]);
    await change(integrator, id, { state: 'solved' });
    const { rows } = await app.kit.pool.query('SELECT reply_ms, solve_ms FROM ticket WHERE id = $1', [id]);
    expect(Math.round(rows[0].reply_ms / hourMs)).toBe(45);
    expect(rows[0].solve_ms).toBeLessThan(rows[0].reply_ms);
  });
});

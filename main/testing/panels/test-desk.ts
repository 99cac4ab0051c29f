import { afterAll, beforeAll, expect } from 'vitest';
import { addDemoContract, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueClocks } from '#solutions/defcon/server/incidents/due-clocks.ts';
import type { TestPerson } from '../../testing.ts';
import { dueDone } from '../test-device.ts';
import { type TestPanel, TestPanels } from './test-panels.ts';

export let panels: TestPanels;
/** The administrator and an operator of the security company. */
export let security: TestPerson;
export let guard: TestPerson;
export let hq: TestPerson;
export let officer: TestPerson;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;

/** Starts the product with a security company that works for the customer, and the police of the demo. */
export function withDesk(): void {
  beforeAll(async () => {
    panels = await TestPanels.begin();
    const { app } = panels;
    ids = await inSystem(app.kit.db, async (tx) => {
      const companies = await demoCompanies(tx);
      await grantApp(tx, 'defcon', [companies.wadi]);
      await addDemoContract(tx, {
        providerId: companies.aman,
        clientId: companies.reem,
        abilities: [],
        structures: [],
      });
      return companies;
    });
    [security, guard, hq, officer] = (await Promise.all(
      ['security', 'guard', 'hq', 'station'].map((name) => app.signIn(`${name}@rasid.test`)),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  });
  afterAll(() => panels.app.close());
}

export const offer = async (panel: TestPanel, more: object = {}) =>
  panels.call('POST', '/device-assign', { panelId: panel.id, companyId: ids.aman, role: 'monitoring', ...more });
export const of = (person: TestPerson) => (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  person.call(method, `/defcon${path}`, body ? { body } : {});
export const answer = (id: number, with_: 'accept' | 'reject' | 'end', person = security) =>
  of(person)('POST', `/device-assign/${id}/${with_}`, with_ === 'reject' ? { comment: 'reject' } : {});

/** A panel that the security company watches, with its assignment. */
export async function watched(zones?: Parameters<TestPanels['add']>[0]): Promise<TestPanel & { assignment: number }> {
  const panel = await panels.add(zones);
  const { id } = (await offer(panel)).body.data;
  expect((await answer(id, 'accept')).status).toBe(200);
  return { ...panel, assignment: id };
}

let broken = 0;
/** Arms the panel and breaks in a few minutes ago, which is not late. Returns the id of the incident. */
export async function breakIn(panel: TestPanel, zone = 1): Promise<number> {
  const at = Date.now() - 600_000 + ++broken * 1000;
  await panels.signal(panel, at, { code: 'CL', group: 1, user: 1 });
  await panels.signal(panel, at + 100, { code: 'BA', group: 1, zone });
  return panels.firstIncident(panel);
}
export const incident = (id: number) => `/alarm/intrusion/${id}`;
export const read = async (person: TestPerson, id: number) => (await of(person)('GET', incident(id))).body.data;
export const act = (person: TestPerson, id: number, action: string, body: object = {}) =>
  of(person)('POST', `${incident(id)}/${action}`, body);
export const mark = (person: TestPerson, id: number, word: string, comment = 'It was a false alarm') =>
  act(person, id, 'comment', { comment, mark: word });
/** The incident has waited for as long as it may, and what is due is done. */
export async function clockRunsOut(id: number): Promise<void> {
  await panels.app.kit.pool.query("UPDATE defcon_clock SET due_at = now() - interval '1 second' WHERE alarm_id = $1", [
    id,
  ]);
  await dueDone(panels.app, [dueClocks]);
}
/** What the incident waits for, and for about how many seconds. */
export async function clockOf(id: number): Promise<[clock: string, seconds: number] | null> {
  const { rows } = await panels.app.kit.pool.query(
    'SELECT clock, (round(extract(epoch FROM due_at - now()) / 10) * 10)::integer AS seconds FROM defcon_clock WHERE alarm_id = $1',
    [id],
  );
  return rows[0]?.clock ? [rows[0].clock, rows[0].seconds] : null;
}
/** Whether a person opens it. */
export const opens = async (person: TestPerson, path: string) => (await of(person)('GET', path)).status;

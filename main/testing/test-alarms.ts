import { afterAll, beforeAll } from 'vitest';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import { eventually } from './test-device.ts';

/** Lets the members of the permission groups of the sample app read the alarms of all sites, and of no site. */
export async function readAllSites({ kit }: Rasid): Promise<void> {
  await kit.pool.query(
    "INSERT INTO permission_group_resource (group_id, resource, company_id) SELECT id, '*', company_id FROM permission_group WHERE app_id = 'sample' ON CONFLICT DO NOTHING",
  );
}

/**
 * Resolves when the rules that are new or have changed were checked against the latest values. A check that is still due
 * raises alarms between two messages of a test.
 */
export async function rulesChecked({ kit }: Rasid): Promise<void> {
  const due = async (): Promise<number> =>
    (await kit.pool.query('SELECT count(*)::integer AS n FROM alarm_judgement WHERE due_at <= now()')).rows[0].n;
  await eventually(due, (n) => n === 0);
}

let raisedCount = 0;
type Raised = { userId: number; kind?: string; severity?: string; class?: string };

/** Raises an alarm of the sample app in the company of the person. Returns its id. */
export async function raiseSample({ kit }: Rasid, { userId, ...alarm }: Raised): Promise<number> {
  const { kind = 'level-high', severity = 'problem', class: name = 'operational' } = alarm;
  const raised = await kit.pool.query(
    `WITH raised AS (
       INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
       SELECT company_id, 'sample', $2, $3, $4, 'space', $5::integer, 'Space ' || $5::integer, now(), now() FROM users WHERE id = $1 RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised RETURNING alarm_id`,
    [userId, name, kind, severity, ++raisedCount],
  );
  return raised.rows[0].alarm_id as number;
}

export let app: Rasid;
/** The company of the alarms, and the two further companies by their role. */
export let owner: TestPerson;
export let monitor: TestPerson;
export let hq: TestPerson;
export let companies: Record<'owner' | 'monitor' | 'hq', number>;
export let people: Record<'owner' | 'monitor' | 'hq', number>;
/** A site and a device of the owner. */
export let site: { id: number; name: string };
export let device: { id: number; name: string };

/** Starts the product with the alarms of rooms, which can have further companies. */
export function withParties(): void {
  beforeAll(async () => {
    app = await rasid();
    [owner, monitor, hq] = await Promise.all([
      app.signIn('customer@rasid.test'),
      app.signIn('wadi@rasid.test'),
      app.signIn('other@rasid.test'),
    ]);
    const ids = async (person: TestPerson) => {
      const { user, company } = (await person.call('GET', '/session')).body.data;
      return { user: user.id as number, company: company.id as number };
    };
    const [a, b, c] = await Promise.all([ids(owner), ids(monitor), ids(hq)]);
    companies = { owner: a.company, monitor: b.company, hq: c.company };
    people = { owner: a.user, monitor: b.user, hq: c.user };
    const [found] = (await owner.call('GET', '/sample/device?limit=1')).body.data;
    site = found.structure;
    device = { id: found.id, name: found.name };
  });
  afterAll(() => app.close());
}

/** How the owner calls a room; no other company may learn it. */
export const hiddenName = (room: number): string => `Hidden vault ${room}`;

type Forced = { parties?: readonly ('monitor' | 'hq')[]; desk?: 'monitor' | 'hq' };

/** Raises an alarm about a room of the owner, which is shown at a device. Returns its id. */
export const force = async (room: number, { parties = ['monitor', 'hq'], desk }: Forced = {}): Promise<number> => {
  const body = { id: room, name: hiddenName(room), structureId: site.id, devices: [device.id], parties };
  const reply = await owner.call('POST', '/rooms/api/room/force', { body: { ...body, ...(desk ? { desk } : {}) } });
  return reply.body.data.alarm;
};

export const act = (person: TestPerson, id: number, action: string, body: object = {}) =>
  person.call('POST', `/rooms/api/alarm/${id}/${action}`, { body });
export const read = async (person: TestPerson, id: number) =>
  (await person.call('GET', `/rooms/api/alarm/${id}`)).body.data;

/** Runs work of the system, and what it leaves for after its commit. */
export const asSystem = <T>(work: (context: Emitting) => Promise<T>): Promise<T> =>
  emittingAsSystem(app.kit, app.kit.db, work);

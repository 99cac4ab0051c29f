import { afterAll, beforeAll } from 'vitest';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';

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

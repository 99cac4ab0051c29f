import { beforeAll, describe, expect, test } from 'vitest';
import type { AlarmAction } from '#core/alarms/common/manifest.ts';
import { abilityFor } from '#core/alarms/common/standard-actions.ts';
import { answeredBy, families, type IncidentCaller, incidentCallers } from '#main/testing/panels/incident-callers.ts';
import {
  act,
  guard,
  hq,
  incident,
  of,
  officer,
  panels,
  read,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import type { TestPerson } from '#main/testing.ts';
import { can, solutionsOf } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { intrusionClass } from '../../common/alarms.ts';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';

withDesk();

const declared: Readonly<Record<string, AlarmAction>> = intrusionClass.actions;
const actions = Object.keys(declared);

let callers: Record<string, IncidentCaller>;
let stationId: number;
beforeAll(async () => {
  callers = await incidentCallers();
  stationId = await answeredBy('Marina');
});

/** The numbers of groups that a panel can have, each with an incident of its own. */
const groups = 64;
type Ringing = { panel: TestPanel; group: number };
const last: Record<'own' | 'watched', Ringing | undefined> = { own: undefined, watched: undefined };

/** A break-in at a panel that the customer watches itself, or the security company. */
async function raised(by: 'own' | 'watched'): Promise<number> {
  const before = last[by];
  const isFull = before === undefined || before.group === groups;
  const panel = isFull ? await (by === 'own' ? panels.add() : watched()) : before.panel;
  const group = isFull ? 1 : before.group + 1;
  last[by] = { panel, group };
  const at = Date.now() - 60_000;
  await panels.signals(panel, [
    [at, { code: 'CL', group, user: 1 }],
    [at + 1000, { code: 'BA', group, zone: group }],
  ]);
  const { rows } = await panels.app.kit.pool.query(
    'SELECT max(alarm_id) AS id FROM defcon_incident WHERE panel_id = $1',
    [panel.id],
  );
  return rows[0].id;
}

const done = async (reply: ReturnType<typeof act>): Promise<void> => {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
};
const then = (before: () => Promise<number>, person: () => TestPerson, action: string, body?: () => object) =>
  async function next(): Promise<number> {
    const id = await before();
    await done(act(person(), id, action, body?.() ?? {}));
    return id;
  };
const fresh = () => raised('watched');
const taken = then(fresh, () => guard, 'acknowledge');
const requested = then(taken, () => guard, 'escalate-police');
const accepted = then(requested, () => hq, 'acknowledge');
const forwarded = then(
  accepted,
  () => hq,
  'escalate-police',
  () => ({ stationId }),
);
const onTheWay = then(forwarded, () => officer, 'acknowledge');
/** Its holder has done nothing for longer than another operator has to wait. */
async function leftAlone(): Promise<number> {
  const id = await taken();
  await panels.app.kit.pool.query(
    "UPDATE defcon_clock SET worked_at = now() - interval '181 seconds' WHERE alarm_id = $1",
    [id],
  );
  return id;
}

const everybody = [...families, 'holder', 'provider', 'responder'];
const bySecurity = ['holder', 'security operator', 'security administrator'];
const acceptedBy = ['security operator', 'headquarters operator', 'station operator'];
const ofCustomer = ['customer viewer', 'customer operator', 'customer administrator', 'provider', 'security operator'];
/** Who looks at it there. */
const states: Readonly<Record<string, readonly [made: () => Promise<number>, by: readonly string[]]>> = {
  new: [fresh, everybody],
  taken: [taken, everybody],
  'taken and left alone': [leftAlone, bySecurity],
  'with a responder': [
    then(
      taken,
      () => guard,
      'escalate-user',
      () => ({ userId: callers.responder?.session.user.id }),
    ),
    ['responder', 'security operator', 'security administrator'],
  ],
  'with the headquarters': [requested, everybody],
  'accepted by the headquarters': [accepted, acceptedBy],
  'with the station': [forwarded, everybody],
  'accepted by the station': [onTheWay, acceptedBy],
  closed: [
    then(
      onTheWay,
      () => officer,
      'terminate',
      () => ({ outcome: 'handled' }),
    ),
    everybody,
  ],
  'new at the customer': [() => raised('own'), ofCustomer],
  'taken by the customer': [
    then(
      () => raised('own'),
      () => panels.customer,
      'acknowledge',
    ),
    ofCustomer,
  ],
};

const bodyOf = (caller: IncidentCaller, action: string, role: string): object =>
  ({
    comment: { comment: 'They are on the way' },
    terminate: { outcome: 'handled' },
    reject: { cause: 'pet', comment: 'A cat' },
    'escalate-user': { userId: caller.responder },
    'escalate-police': role === 'hq' ? { stationId } : { verified: 'phone' },
  })[action] ?? {};

const roleOf = (alarm: Awaited<ReturnType<typeof read>>): string =>
  (alarm.desk?.mine ? alarm.desk.role : alarm.party?.role) ?? 'owner';

/** What the details of an incident offer by a part of the app, in place of a button. */
const owned: Readonly<Record<string, (role: string, file: IncidentFile) => boolean>> = {
  'escalate-police': (role, { acceptsCustomers }) => role !== 'owner' || acceptsCustomers,
  'take-over': (role, { heldUntil }) => role !== 'monitor' || heldUntil === null || Date.parse(heldUntil) < Date.now(),
};

/** What the details of an incident offer: what its row names, if the caller has the ability; some by a part of the app. */
async function offered(caller: IncidentCaller, id: number): Promise<{ offers: string[]; role: string }> {
  const alarm = await read(caller, id);
  if (!alarm) return { offers: [], role: 'owner' };
  const role = roleOf(alarm);
  const resource = alarm.party ? alarm.party.siteId : alarm.structure.id;
  const solutions = solutionsOf(panels.app.kit.apps);
  const file = (await of(caller)('GET', `${incident(id)}/incident`)).body.data;
  const offers = (alarm.actions as string[]).filter(
    (action) =>
      can(caller.session, canDo('defcon.intrusion-alarm', abilityFor(declared, action)), {
        ...{ index: caller.index, solutions, resource },
      }) &&
      (owned[action]?.(role, file) ?? true),
  );
  return { offers, role };
}

describe.each(Object.entries(states))('an incident that is %s', (_state, [made, by]) => {
  test('offers to everybody what the server does, and nothing that it refuses', async () => {
    const id = await made();
    const wrong: string[] = [];
    for (const name of by) {
      const caller = callers[name] as IncidentCaller;
      const { offers, role } = await offered(caller, id);
      for (const action of actions) {
        const isOffered = offers.includes(action);
        // What changes the incident is done with one like it.
        const about = isOffered && action !== 'comment' ? await made() : id;
        const { status, body } = await act(caller, about, action, bodyOf(caller, action, role));
        const isRight = isOffered ? status < 300 : [403, 404, 409].includes(status);
        if (!isRight)
          wrong.push(`${name}: ${action} ${isOffered ? 'offered' : 'hidden'}, ${status} ${body?.word ?? ''}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import {
  act,
  app,
  asSystem,
  companies,
  device,
  force,
  hiddenName,
  monitor,
  site,
  withParties,
} from '#main/testing/test-alarms.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import type { AlarmFacts } from '../events.ts';
import { clearAlarms, endAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

withParties();

type Seen = ['raised' | 'closed', 'within' | 'after', readonly AlarmFacts[]];

/** What listeners of the events of alarms see during the work. */
async function seenDuring(work: () => Promise<unknown>, refuses = false): Promise<Seen[]> {
  const seen: Seen[] = [];
  const listening: Listeners = {
    inTransaction: {
      'alarm.raised': async (_, { alarms }) => {
        seen.push(['raised', 'within', alarms]);
        if (refuses) throw new Error('refused by a listener');
      },
      'alarm.closed': async (_, { alarms }) => void seen.push(['closed', 'within', alarms]),
    },
    afterCommit: {
      'alarm.raised': (_, { alarms }) => void seen.push(['raised', 'after', alarms]),
      'alarm.closed': (_, { alarms }) => void seen.push(['closed', 'after', alarms]),
    },
  };
  const before = app.kit.listeners;
  app.kit.listeners = [...before, listening];
  try {
    await work();
    return seen;
  } finally {
    app.kit.listeners = before;
  }
}
const kindsOf = (seen: Seen[]) => seen.map(([name, when, alarms]) => [name, when, alarms.length]);
const leak = () => ({ deviceId: device.id, kind: 'leak', severity: 'poor' as const });

test('an alarm is raised once, with its subject and site, however often it is hit', async () => {
  let id = 0;
  const seen = await seenDuring(async () => {
    id = await force(40);
    await force(40);
  });
  const facts = {
    id,
    companyId: companies.owner,
    app: 'rooms',
    class: 'access',
    kind: 'forced-door',
    subject: { type: 'room', id: 40 },
    structureId: site.id,
    deviceId: null,
  };
  expect(seen).toMatchObject([
    ['raised', 'within', [facts]],
    ['raised', 'after', [facts]],
  ]);
  expect(JSON.stringify(seen)).not.toContain(hiddenName(40));
});

test('alarms of a batch are one event, also of devices', async () => {
  const seen = await seenDuring(() => asSystem((context) => raiseAlarms(context, [leak()])));
  expect(seen[0]).toMatchObject(['raised', 'within', [{ deviceId: device.id, subject: null, kind: 'leak' }]]);
  expect(kindsOf(await seenDuring(() => asSystem((context) => raiseAlarms(context, [leak()]))))).toEqual([]);
  await asSystem((context) => endAlarms(context, [{ deviceId: device.id }], 'device-removed'));
});

test('a listener that throws takes the alarm back, and nothing is heard after a rollback', async () => {
  const raising = () => asSystem((context) => raiseAlarms(context, [leak()]));
  const seen = await seenDuring(() => expect(raising()).rejects.toThrow('refused by a listener'), true);
  expect(kindsOf(seen)).toEqual([['raised', 'within', 1]]);
  const open = await app.kit.pool.query(
    "SELECT id FROM alarm WHERE device_id = $1 AND kind = 'leak' AND closed_at IS NULL",
    [device.id],
  );
  expect(open.rows).toEqual([]);
});

test('an alarm is closed by a person, by the end of what it is about, and by its condition where its class ends then', async () => {
  const id = await force(41, { desk: 'monitor' });
  const closed = [
    ['closed', 'within', 1],
    ['closed', 'after', 1],
  ];
  expect(kindsOf(await seenDuring(() => act(monitor, id, 'acknowledge')))).toEqual([]);
  expect(kindsOf(await seenDuring(() => act(monitor, id, 'terminate', { verdict: 'genuine' })))).toEqual(closed);

  await asSystem((context) => raiseAlarms(context, [leak()]));
  expect(kindsOf(await seenDuring(() => asSystem((context) => clearAlarms(context, [leak()]))))).toEqual([]);
  const end = () => asSystem((context) => endAlarms(context, [{ deviceId: device.id }], 'device-removed'));
  expect(kindsOf(await seenDuring(end))).toEqual(closed);
  expect(kindsOf(await seenDuring(end))).toEqual([]);

  const offline = { deviceId: device.id, kind: 'offline', severity: 'problem' as const };
  await asSystem((context) => raiseAlarms(context, [offline]));
  expect(kindsOf(await seenDuring(() => asSystem((context) => clearAlarms(context, [offline]))))).toEqual(closed);
});

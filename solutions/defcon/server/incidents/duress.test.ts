import { beforeAll, describe, expect, test } from 'vitest';
import { act, guard, of, opens, panels, read, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { eventually } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';

withDesk();

const duressSlot = 7;
/** Another person of the customer who may see all alarms. */
let colleague: TestPerson;
beforeAll(async () => {
  colleague = await panels.app.signIn('viewer@rasid.test');
  const { site } = await panels.link();
  await panels.done('POST', '/permissions-group', {
    ...{ name: 'Those who look', users: [await meOf(colleague)], resources: [site] },
    permissions: { 'intrusion-alarm': ['read'], analysis: ['read'], panel: ['read'], device: ['read'] },
  });
});

const withSlots = async (panel: TestPanel) => {
  for (const [slot, name, duress] of [
    [1, 'Hessa', false],
    [duressSlot, 'Salem', true],
  ] as const)
    await panels.done('POST', `/panel/${panel.id}/user`, { slot, name, userId: null, duress });
  return panel;
};
const incidentOf = async (panel: TestPanel, kind = 'duress'): Promise<number> => {
  const found = await eventually(
    async () =>
      (
        await panels.app.kit.pool.query('SELECT alarm_id FROM defcon_incident WHERE panel_id = $1 AND kind = $2', [
          panel.id,
          kind,
        ])
      ).rows,
    (rows) => rows.length > 0,
  );
  return found[0].alarm_id;
};
/** Somebody is forced to disarm, 42 s after a break-in. */
async function forced(panel: TestPanel): Promise<number> {
  const at = Date.now() - 300_000;
  await panels.signals(panel, [
    [at, { code: 'CL', group: 1, user: 1 }],
    [at + 1000, { code: 'BA', group: 1, zone: 1 }],
    [at + 43_000, { code: 'OP', group: 1, user: duressSlot }],
  ]);
  return incidentOf(panel);
}
const kindsIn = async (person: TestPerson, path: string): Promise<string[]> =>
  (await person.call('GET', path)).body.data.map(({ kind }: { kind: string }) => kind);
const contactOf = (userId: number | null) => ({
  ...{ name: 'Mariam', phone: '+971505550152', language: 'en', codeWord: null },
  ...{ duressContact: true, scheduleId: null, userId },
});
const meOf = async (person: TestPerson): Promise<number> => (await person.call('GET', '/session')).body.data.user.id;

const raisedAt = async (person: TestPerson, panel: TestPanel): Promise<Record<string, number>> => {
  const period = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`;
  const path = `/defcon/analysis/timelines?${period}&bucket=hour&structureIds=${panel.site}`;
  const sums: Record<string, number> = {};
  for (const { raised } of (await person.call('GET', path)).body.data.buckets)
    for (const [kind, count] of Object.entries<number>(raised)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
};

/** Everything in which somebody of the customer could see it. */
async function traces(person: TestPerson, panel: TestPanel, id: number) {
  const log = (await of(person)('GET', `/panel/${panel.id}/event?limit=100&sort[at]=asc`)).body.data;
  const counted = (await of(person)('GET', `/panel/${panel.id}`)).body.data.openAlarms;
  return {
    opens: await opens(person, `/alarm/intrusion/${id}`),
    file: await opens(person, `/alarm/intrusion/${id}/incident`),
    listed: await kindsIn(person, `/defcon/alarm/intrusion?deviceId=${panel.id}&limit=50`),
    everywhere: (await kindsIn(person, '/alarm?limit=100&search=duress')).length,
    bell: (await kindsIn(person, '/alarm/unacknowledged?limit=50')).filter((kind) => kind === 'duress').length,
    counted,
    log: log
      .filter(({ source }: { source: string }) => source !== 'app')
      .map(({ code, alarmId }: { code: string; alarmId: number | null }) => [code, alarmId === id]),
  };
}

describe('duress', () => {
  test('is on the desk of the security company, and nobody else at the customer sees more than an opening', async () => {
    const panel = await withSlots(await watched());
    const id = await forced(panel);
    const nothing = { opens: 404, file: 404, listed: ['intrusion'], everywhere: 0, bell: 0, counted: 1 };
    const opening = [
      ['CL', false],
      ['BA', false],
      ['OP', false],
    ];
    for (const person of [colleague, panels.customer])
      expect(await traces(person, panel, id)).toEqual({ ...nothing, log: opening });
    for (const person of [colleague, panels.customer]) expect(await raisedAt(person, panel)).toEqual({ intrusion: 1 });
    expect(await read(guard, id)).toMatchObject({ kind: 'duress', desk: { role: 'monitor', mine: true } });
    const file = (await of(guard)('GET', `/alarm/intrusion/${id}/incident`)).body.data;
    expect(file.hits).toMatchObject([{ code: '121', user: 'Salem' }]);
    // A duress disarm cancels nothing.
    const [intrusion] = await panels.incidents(panel);
    expect(intrusion).toMatchObject({ kind: 'intrusion', severity: 'problem' });
    await act(guard, id, 'acknowledge');
    expect(await opens(colleague, `/alarm/intrusion/${id}`)).toBe(404);
    const life = (await of(colleague)('GET', `/device/${panel.id}/log?limit=50`)).body.data;
    expect(life.map(({ kind }: { kind: string }) => kind)).not.toContain('incident-taken');
    await act(guard, id, 'terminate', { outcome: 'genuine', comment: 'They were robbed' });
    const after = await traces(colleague, panel, id);
    expect(after).toMatchObject({ opens: 200, listed: ['intrusion'], counted: 1 });
    expect(after.log.at(-1)).toEqual(['121', true]);
    expect(await kindsIn(colleague, `/defcon/alarm/intrusion/history?deviceId=${panel.id}&limit=50`)).toContain(
      'duress',
    );
  });

  test('is seen by the duress contacts of the site, who are notified', async () => {
    const panel = await withSlots(await watched());
    const me = await meOf(panels.customer);
    const { contacts } = await panels.done('POST', `/premises/${panel.site}/contact`, contactOf(me));
    const contact = contacts.at(-1);
    expect(contact).toMatchObject({ duressContact: true, user: { id: me } });
    const id = await forced(panel);
    expect(await traces(panels.customer, panel, id)).toMatchObject({ opens: 200, counted: 2 });
    expect((await traces(panels.customer, panel, id)).log.at(-1)).toEqual(['121', true]);
    expect(await traces(colleague, panel, id)).toMatchObject({ opens: 404, counted: 1 });
    await panels.done('DELETE', `/premises/${panel.site}/contact/${contact.id}`);
  });

  test('cannot be given to contacts of another company', async () => {
    const panel = await panels.add();
    const foreign = await meOf(guard);
    const { body } = await panels.call('POST', `/premises/${panel.site}/contact`, contactOf(foreign));
    expect(body.errors ?? body.word).toBeTruthy();
  });

  test('is seen by administrators where the customer has to act and nobody is named', async () => {
    const panel = await withSlots(await panels.add());
    const id = await forced(panel);
    expect(await opens(panels.customer, `/alarm/intrusion/${id}`)).toBe(200);
    expect(await opens(colleague, `/alarm/intrusion/${id}`)).toBe(404);
  });

  test('which the panel reports itself is hidden with its line', async () => {
    const panel = await watched();
    await panels.signal(panel, Date.now() - 60_000, { contactId: '121', group: 1, user: 3 });
    const id = await incidentOf(panel);
    expect(await traces(colleague, panel, id)).toMatchObject({ opens: 404, listed: [], counted: 0, log: [] });
    expect(await read(guard, id)).toMatchObject({ kind: 'duress' });
  });

  test('ends with the panel even for people who must not know it, and is then known', async () => {
    const panel = await withSlots(await watched());
    const id = await forced(panel);
    await panels.done('DELETE', `/panel/${panel.id}/deactivate?reason=Moved%20out&force=true`);
    expect(await read(panels.customer, id)).toMatchObject({ disposition: 'terminated' });
  });
});

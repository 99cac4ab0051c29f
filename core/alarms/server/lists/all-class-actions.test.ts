import { expect, test } from 'vitest';
import { customer, live, other, raiseTankAlarm, tank, withTank } from '#main/testing/test-tank.ts';

withTank();

const act = (id: number, action: string, body: object = {}, person = customer) =>
  person.call('POST', `/sample/alarm/${id}/${action}`, { body });
async function raiseStatus(): Promise<number> {
  await tank.publish({ battery: 90 });
  await tank.publish({ battery: 10 });
  return (await live('status'))[0]?.id ?? 0;
}

test('an alarm is handled at the address of all classes as at that of its own', async () => {
  const { id } = await raiseTankAlarm();
  expect((await act(id, 'acknowledge', { comment: 'On my way' })).body.data).toMatchObject({ acknowledged: true });
  expect((await act(id, 'comment', { comment: 'Pump stopped' })).status).toBe(201);
  expect((await act(id, 'reject', {})).body.errors).toEqual([{ param: 'comment', msg: 'Required' }]);
  const people = (await customer.call('GET', '/sample/alarm/responders')).body.data;
  const person = people.find(({ name }: { name: string }) => name !== 'Mariam Al Suwaidi');
  expect((await act(id, 'escalate-user', { userId: person.id })).body.data).toMatchObject({ disposition: 'escalated' });
  expect((await act(id, 'reject', { comment: 'A test' })).body.data).toMatchObject({ disposition: 'rejected' });
});

test('an action that the class of the alarm does not have is not found', async () => {
  const status = await raiseStatus();
  for (const [action, body] of [
    ['reject', { comment: 'A test' }],
    ['escalate-user', { userId: 1 }],
    ['take-over', {}],
  ] as const)
    expect((await act(status, action, body)).status).toBe(404);
  expect((await act(status, 'acknowledge')).status).toBe(200);
  expect((await act(status, 'terminate', {}, other)).status).toBe(404);
  expect((await act(status, 'terminate')).body.data).toMatchObject({ disposition: 'terminated' });
});

test('the metadata names classes, kinds, actions and sites, with the numbers of open alarms', async () => {
  const { id } = await raiseTankAlarm();
  const { structure } = (await customer.call('GET', `/sample/alarm/${id}`)).body.data;
  const open = async () => (await customer.call('GET', '/sample/alarm?limit=500')).body.data;
  const all = (await customer.call('GET', '/sample/alarm/metadata')).body.data;
  expect(all.classes.map(({ name }: { name: string }) => name)).toEqual(['operational', 'status']);
  expect(all.classes[0]).toMatchObject({
    kinds: expect.arrayContaining(['level-high']),
    actions: ['acknowledge', 'comment', 'terminate', 'reject', 'escalate-user'],
    outcomes: {},
    marks: [],
  });
  const atSite = (await open()).filter(
    (alarm: { structure: { id: number } | null }) => alarm.structure?.id === structure.id,
  );
  expect(all.structures).toContainEqual({ ...structure, openAlarms: atSite.length });
  expect(all.solutions.reduce((sum: number, { openAlarms }: { openAlarms: number }) => sum + openAlarms, 0)).toBe(
    (await open()).filter(({ device }: { device: object | null }) => device).length,
  );
  const one = (await customer.call('GET', '/sample/alarm/status/params')).body.data;
  expect(one.classes.map(({ name }: { name: string }) => name)).toEqual(['status']);
});

test('the metadata of a class has what its actions take, what closing ones state, and how comments are marked', async () => {
  const { classes } = (await customer.call('GET', '/rooms/api/alarm/params')).body.data;
  expect(classes).toMatchObject([
    { name: 'access', outcomes: { verdict: ['genuine', 'theft', 'test'] }, marks: ['on-site', 'all-clear'] },
  ]);
  expect(classes[0].fields.terminate).toEqual({
    verdict: { kind: 'choice', options: ['genuine', 'theft', 'test'], optional: true },
  });
  expect(classes[0].fields).not.toHaveProperty('acknowledge');
});

import { afterAll, beforeAll } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';
import { rulesChecked } from './test-alarms.ts';
import { type TestDevice, testDevice } from './test-device.ts';

export let app: Rasid;
export let customer: TestPerson;
export let viewer: TestPerson;
export let other: TestPerson;
export let tank: TestDevice;

/** Starts the product on a separate database, with a tank that sends readings. */
export function withTank(): void {
  beforeAll(async () => {
    app = await rasid({ start: true });
    [customer, viewer, other] = await Promise.all(
      ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)) as [
        Promise<TestPerson>,
        Promise<TestPerson>,
        Promise<TestPerson>,
      ],
    );
    tank = await testDevice(app, customer, 'solutionId=901');
    await rulesChecked(app);
  });
  afterAll(async () => {
    await tank.end();
    await app.close();
  });
}

export type TankAlarm = {
  id: number;
  kind: string;
  count: number;
  condition: string;
  disposition: string;
  acknowledged: boolean;
  actions: string[];
  events?: { action: string; text: string | null; actor: { name: string } | null }[];
};
export const live = async (kind = 'operational', person = customer): Promise<TankAlarm[]> =>
  (await person.call('GET', `/sample/alarm/${kind}?deviceId=${tank.id}`)).body.data;
export const history = async (kind = 'operational'): Promise<TankAlarm[]> =>
  (await customer.call('GET', `/sample/alarm/${kind}/history?deviceId=${tank.id}`)).body.data;
export const act = (id: number, action: string, body: object = {}, kind = 'operational', person = customer) =>
  person.call('POST', `/sample/alarm/${kind}/${id}/${action}`, { body });

/** Raises a new alarm of the tank and returns it. */
export async function raiseTankAlarm(): Promise<TankAlarm> {
  for (const alarm of await live()) await act(alarm.id, 'terminate');
  await tank.publish({ level: 1 });
  await tank.publish({ level: 3.4 });
  const [alarm] = await live();
  return alarm as TankAlarm;
}

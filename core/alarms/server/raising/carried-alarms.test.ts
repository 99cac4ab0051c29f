import { expect, test } from 'vitest';
import { device, fitTo, hour, racks, unfit, withFittings } from '#main/testing/racks/fittings.ts';
import { app, customer, depotApi } from '#main/testing/racks/racks.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { endAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

withFittings();

type Raised = { at?: string; kind?: string };
const raise = ({ at, kind = 'too-warm' }: Raised = {}) =>
  emittingAsSystem(app.kit, app.kit.db, (context) =>
    raiseAlarms(context, [{ deviceId: device, kind, severity: 'poor', ...(at ? { at: Date.parse(at) } : {}) }]),
  );
const end = () =>
  emittingAsSystem(app.kit, app.kit.db, (context) => endAlarms(context, [{ deviceId: device }], 'device-removed'));
const alarms = async (query: string, list = '/alarm') =>
  (await customer.call('GET', `${depotApi}${list}?${query}`)).body.data.map(
    ({ subject, device: of }: { subject: object; device: { id: number } | null }) => ({ ...subject, device: of?.id }),
  );

test('an alarm of a fitted device is about the record too, and both lists have it', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await raise();
  const shown = [{ type: 'rack', id: racks.a, name: 'A', device }];
  expect(await alarms(`subjectType=rack&subjectId=${racks.a}`)).toEqual(shown);
  expect(await alarms(`deviceId=${device}`)).toEqual(shown);
  expect(await alarms(`deviceId=${device}&subjectType=device`)).toEqual([]);
  await end();
});

test('alarms stay with the record to which the device was fitted when they began', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await raise({ at: hour(9) });
  await fitTo(racks.b, { at: hour(12), move: true });
  await raise({ at: hour(13) });
  await raise({ at: hour(13), kind: 'offline' });
  await raise({ at: hour(11), kind: 'battery-low' });
  expect((await alarms(`subjectType=rack&subjectId=${racks.a}`)).map(({ name }: { name: string }) => name)).toEqual([
    'A',
    'A',
  ]);
  expect(await alarms(`subjectType=rack&subjectId=${racks.b}`)).toEqual([
    { type: 'rack', id: racks.b, name: 'B', device },
  ]);
  await end();
});

test('an alarm of a device that is fitted to nothing is about the device alone', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await unfit({ at: hour(10) });
  await raise({ at: hour(11) });
  expect(await alarms(`deviceId=${device}&subjectType=device`)).toEqual([
    { type: 'device', id: device, name: 'Sensor', device },
  ]);
  await end();
});

test('a search for the record finds the alarm', async () => {
  await fitTo(racks.far, { at: hour(8) });
  await raise();
  expect(await alarms('search=far')).toEqual([{ type: 'rack', id: racks.far, name: 'Far', device }]);
  await end();
});

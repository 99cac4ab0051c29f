import { describe, expect, test } from 'vitest';
import {
  app,
  call,
  company,
  customer,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { countStatements } from '#main/testing.ts';
import { hasCheckDigit } from '../../common/drivers/driver.ts';

withFleet();

const newDriver = async (more: object = {}): Promise<{ id: number }> => {
  const { status, body } = await call('POST', '/driver-profile', {
    name: 'Rajesh Kumar',
    structureId: sites[0],
    ...more,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
};
const names = async (query: string, person?: typeof operator) =>
  (await call('GET', `/driver-profile?limit=100&${query}`, undefined, person)).body.data.map(
    ({ name }: { name: string }) => name,
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a driver', () => {
  test('is found by name, number and phone, and by the state of licence and card', async () => {
    await newDriver({
      name: 'Ahmed Al Balushi',
      employeeNo: 'E-17',
      licenceExpires: inDays(200),
      emiratesIdExpires: inDays(5),
    });
    await newDriver({ name: 'Joseph Santos', phone: '+971 50 123 4567', licenceExpires: inDays(-3) });
    expect(await names('search=e-17')).toEqual(['Ahmed Al Balushi']);
    expect(await names('search=123 4567')).toEqual(['Joseph Santos']);
    expect(await names('papers=soon')).toEqual(['Ahmed Al Balushi']);
    expect(await names('papers=expired')).toEqual(['Joseph Santos']);
  });

  test('has an Emirates ID in its form, and nobody else of the company has it', async () => {
    const card = '784-1990-1234567-6';
    await newDriver({ name: 'Khalfan Al Hinai', emiratesId: card });
    const again = { name: 'Another', structureId: sites[0] };
    expect(outcome(await call('POST', '/driver-profile', { ...again, emiratesId: card }))).toEqual([
      418,
      'emiratesId taken',
    ]);
    expect(outcome(await call('POST', '/driver-profile', { ...again, emiratesId: '784-1990' }))).toEqual([
      418,
      'emiratesId invalidEmiratesId',
    ]);
    expect([hasCheckDigit('784-1990-1234567-6'), hasCheckDigit('784-1990-1234567-5')]).toEqual([true, false]);
  });

  test('who is blocked becomes nobody’s usual driver', async () => {
    const { id } = await newDriver({ name: 'Blocked', state: 'blocked' });
    const vehicle = await newVehicle();
    expect(outcome(await call('PATCH', `/vehicle/${vehicle.id}`, { usualDriverId: id }))).toEqual([
      418,
      'usualDriverId driverBlocked',
    ]);
    expect(outcome(await call('PATCH', `/vehicle/${vehicle.id}`, { usualDriverId: 999_999 }))).toEqual([
      418,
      'usualDriverId unknown',
    ]);
  });
});

describe('the usual driver', () => {
  test('is named by the vehicle with the phone, and names the vehicles', async () => {
    const { id } = await newDriver({ name: 'Muhammad Iqbal', phone: '+971501112233' });
    const vehicle = await newVehicle({ name: 'Truck 5' });
    const changed = (await call('PATCH', `/vehicle/${vehicle.id}`, { usualDriverId: id })).body.data;
    expect(changed.usualDriver).toEqual({ id, name: 'Muhammad Iqbal', phone: '+971501112233' });
    const shown = async () => (await call('GET', `/driver-profile/${id}`)).body.data.vehicles;
    expect(await shown()).toEqual([{ id: vehicle.id, name: 'Truck 5' }]);
    await call('POST', `/vehicle/${vehicle.id}/retire`, { reason: 'Sold' });
    expect(await shown()).toEqual([]);
  });

  test('who is deleted leaves the vehicle without one', async () => {
    const { id } = await newDriver({ name: 'Leaves' });
    const vehicle = await newVehicle();
    await call('PATCH', `/vehicle/${vehicle.id}`, { usualDriverId: id });
    expect(outcome(await call('DELETE', `/driver-profile/${id}`))).toEqual([204]);
    expect((await call('GET', `/vehicle/${vehicle.id}`)).body.data.usualDriver).toBeNull();
  });
});

test('somebody limited to a site sees its drivers only', async () => {
  const here = await newDriver({ name: 'Here' });
  const there = await newDriver({ name: 'There', structureId: sites[1] });
  await permit([[sites[0], 'driver', ['read']]]);
  expect(await names('search=here', operator)).toEqual(['Here']);
  expect(await names('search=there', operator)).toEqual([]);
  const read = (id: number, person: typeof operator) => call('GET', `/driver-profile/${id}`, undefined, person);
  expect(outcome(await read(here.id, operator))).toEqual([200]);
  expect(outcome(await read(there.id, operator))).toEqual([404, 'not-found']);
  expect(outcome(await call('PATCH', `/driver-profile/${here.id}`, { notes: 'x' }, operator))[0]).toBe(403);
  expect(await names('', stranger)).toEqual([]);
});

test('a site stays while drivers are based there', async () => {
  const { body } = await customer.call('POST', `/company/${company}/structure`, {
    body: { name: 'Yard', countryId: 233 },
  });
  await newDriver({ name: 'Based there', structureId: body.data.id });
  const removed = await customer.call('DELETE', `/company/${company}/structure/${body.data.id}`);
  expect([removed.status, removed.body.word]).toEqual([409, 'in-use']);
});

test('the list takes the same statements for any number of drivers', async () => {
  const listed = (query: string) => countStatements(app, () => call('GET', `/driver-profile?${query}`));
  expect(await listed('limit=100')).toBe(await listed('limit=1'));
});

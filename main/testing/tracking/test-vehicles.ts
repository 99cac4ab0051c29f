import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Movement, TrackSegment } from '#core/tracking/common/tracking.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';
import { type Driven, forgetDrives, quartersOf, vehicleTrackers } from './test-drive.ts';

export let app: Rasid;
export let customer: TestPerson;
export let company: number;
export let devices: number[];
export let device: number;

/** Starts the product on a separate database, with six trackers in vehicles that have no positions before each test. */
export function withVehicles(): void {
  beforeAll(async () => {
    app = await rasid();
    customer = await app.signIn('customer@rasid.test');
    company = (await customer.call('GET', '/session')).body.data.company.id;
    devices = await vehicleTrackers(app, company, 6);
    device = devices[0] ?? 0;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await forgetDrives(app);
    await app.kit.pool.query('DELETE FROM tracking_setting');
    await setZone('Asia/Dubai');
  });
}

export const setZone = (zone: string) =>
  app.kit.pool.query('UPDATE company SET time_zone = $2 WHERE id = $1', [company, zone]);

export const at = (text: string) => Date.parse(text);
export const iso = (time: number) => new Date(time).toISOString();

export type Part = { minutes: number; speed: number; ignition?: boolean };
/** Positions of one minute each: for a number of minutes at a speed in km/h. */
export function journey(from: number, parts: readonly Part[]): Driven[] {
  let [time, metres] = [from, 0];
  const fixes: Driven[] = [{ time, metres }];
  for (const { minutes, speed, ignition } of parts)
    for (let i = 0; i < minutes; i++) {
      time += minuteMs;
      metres += (speed * 1000) / 60;
      fixes.push({ time, metres, speed, ...(ignition === undefined ? {} : { ignition }) });
    }
  return fixes;
}

/** Asks for the movement of a device. */
export async function movement(from: number, to: number, bucket: string, person = customer, of = device) {
  const query = new URLSearchParams({ from: iso(from), to: iso(to), bucket });
  return person.call('GET', `/sample/device/${of}/movement?${query}`);
}
export const sums = async (...asked: Parameters<typeof movement>): Promise<Movement> =>
  (await movement(...asked)).body.data;
export const segments = async (from: number, to: number): Promise<TrackSegment[]> =>
  (await customer.call('GET', `/sample/device/${device}/trip?from=${iso(from)}&to=${iso(to)}`)).body.data.segments;

export const stored = () => quartersOf(app, device);
export const seconds = (quarter: { drivingS: number; idleS: number; stoppedS: number; nodataS: number }) =>
  quarter.drivingS + quarter.idleS + quarter.stoppedS + quarter.nodataS;

import type { VirtualDemo } from '#core/device-app/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { fleet } from '../../app.ts';
import { demoSerials } from './demo.ts';
import { readingsOf, startKmOf } from './driven.ts';
import { tours } from './tours.ts';

const numberOf = (serial: string): number => Number.parseInt(serial.slice(-4), 16) - 1;
/** The tag of the driver who signed on, of trackers with a reader. */
const tag = '04A2B19C';

/** The trackers of the demo that go on with the tours of their vehicles. */
export const virtualTrackers: VirtualDemo = {
  app: fleet,
  serials: demoSerials,
  behaviors: {
    battery: { typical: 92, noise: 1 },
    rssi: { typical: -74, swing: 2, noise: 4, lowest: -150 },
    ignition: { state: false },
    driverTag: { state: tag },
    engineSpeed: { typical: 0 },
    coolantTemperature: { typical: 62, noise: 3 },
  },
  // The number of a serial begins with 1.
  routes: { 22: [tours.at(-1) as (typeof tours)[number], ...tours.slice(0, -1)] },
  /** Reports when the engine is switched on or off, and each minute what else has changed. */
  acts(_hardwareId, now, { serial, kept }) {
    const number = numberOf(serial);
    const tour = tours[number];
    if (!tour) return undefined;
    const read = readingsOf(tour, now, startKmOf(number));
    const minute = Math.floor(now / minuteMs);
    if (kept.get('ignition') === read.ignition && kept.get('minute') === minute) return undefined;
    kept.set('ignition', read.ignition);
    kept.set('minute', minute);
    return { values: { ...read, engineSpeed: read.ignition ? 1650 : 0 } };
  },
};

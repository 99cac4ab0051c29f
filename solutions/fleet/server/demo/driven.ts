import { type DemoTour, onTour } from '#core/tracking/common/demo-tour.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';

/** Metres until the tank is filled up. */
const range = 420_000;
/** Of the tank, in percent, after filling up and at the end of the range. */
const [full, low] = [96, 22];
/** An hour with the engine running takes as much fuel as this many metres. */
const metresPerIdleHour = 12_000;

/** What the tracker of a vehicle on a tour reads at an instant, in the units of its sensors. */
export function readingsOf(tour: DemoTour, time: number, startKm: number) {
  const { metres, engine, heading, engineMs } = onTour(tour, time);
  const used = ((metres + (engineMs.idling / hourMs) * metresPerIdleHour) % range) / range;
  return {
    ignition: engine,
    odometer: Number((startKm + metres / 1000).toFixed(1)),
    fuel: Math.round(full - (full - low) * used),
    engineHours: Number((startKm / 38 + (engineMs.driving + engineMs.idling) / hourMs).toFixed(1)),
    externalVoltage: engine ? (heading === null ? 13.7 : 14.1) : 12.6,
  };
}

/** The odometer of a vehicle of the demo at its first tour, in km. */
export const startKmOf = (vehicle: number): number => 21_400 + vehicle * 17_350;

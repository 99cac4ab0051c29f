import type { KeptSettings } from './kept-settings.ts';
import type { ReportInterval } from './model-settings.ts';

/** How often devices report by their motion, in seconds. */
export type Reporting = {
  movingSeconds: number;
  parkedSeconds: number;
  /** How often a parked device gives a sign of life, if that differs from how often it measures. */
  heartbeatSeconds?: number;
};

/** How often devices of a model report: at one interval in seconds, or by their motion. */
export type Reports =
  | { reportEverySeconds: number; reporting?: undefined }
  | { reportEverySeconds?: undefined; reporting: Reporting };

type Settable = { interval?: ReportInterval | undefined };

const allows = (interval: ReportInterval, seconds: number): boolean =>
  'min' in interval ? seconds >= interval.min && seconds <= interval.max : interval.includes(seconds);

/**
 * The intervals of a device: those of its model with the changes of a template. A model with one interval, which counts for
 * both, may let it be set: then it is what the device has reported.
 */
export function reportingOf(
  model: Reports & Settable,
  { movingSeconds, parkedSeconds, heartbeatSeconds, intervalSeconds }: KeptSettings = {},
): Reporting {
  const { reporting, interval } = model;
  if (!reporting) {
    const isSet = interval !== undefined && intervalSeconds !== undefined && allows(interval, intervalSeconds);
    const seconds = isSet ? intervalSeconds : model.reportEverySeconds;
    return { movingSeconds: seconds, parkedSeconds: seconds };
  }
  const heartbeat = heartbeatSeconds ?? reporting.heartbeatSeconds;
  return {
    movingSeconds: movingSeconds ?? reporting.movingSeconds,
    parkedSeconds: parkedSeconds ?? reporting.parkedSeconds,
    ...(heartbeat === undefined ? {} : { heartbeatSeconds: heartbeat }),
  };
}

/**
 * The seconds within which a device is expected to report again. `moving` is its last known motion; null if it has
 * reported none, which counts as parked, because a moving device says so.
 */
export const expectedInterval = (
  { movingSeconds, parkedSeconds, heartbeatSeconds }: Reporting,
  moving: boolean | null = null,
): number => (moving ? movingSeconds : (heartbeatSeconds ?? parkedSeconds));

/** The seconds within which devices of a model are expected to report while nothing is known of their motion. */
export const usualInterval = (model: Reports): number => expectedInterval(reportingOf(model));

/** Devices are offline, and their values stale, after this many missed reports. */
export const missedReports = 3;

/**
 * The seconds of silence after which a device is offline: its supervision if people have set one, else three of the
 * intervals that its last known motion lets expect.
 */
export const silenceSeconds = (
  { reporting, supervisionSeconds }: { reporting: Reporting; supervisionSeconds: number | null },
  moving: boolean | null,
): number => supervisionSeconds ?? missedReports * expectedInterval(reporting, moving);

import './connector-events.ts';

export { addEpisodes, addReadings, type Curve, dailyValue, type Episode } from './add-readings.ts';
export { type ChartBucket, hourMs, readPoints } from './chart-points.ts';
export type { ConnectorLetter, ConnectorOutcome } from './connector-events.ts';
export { deadLettersOf, settleLetter } from './connector-letters.ts';
export { type LetterSource, storeDeadLetter } from './dead-letter-store.ts';
export type { StoredEvent } from './events.ts';
export { hourlyValues } from './hourly-values.ts';
export { openIntake, type TelemetryIntake } from './intake.ts';
export { directoryOf, tokenActive } from './known-devices.ts';
export { mqttPortOf, onBatch } from './process-state.ts';
export { meansOfSlots, type ReadingWindow } from './reading-slots.ts';
export { readingHandlers } from './readings.ts';
export { type MeasuredPoints, storedEvents, storedHours, storedReadings } from './tables.ts';
export type { TelemetryBatch } from './writer.ts';

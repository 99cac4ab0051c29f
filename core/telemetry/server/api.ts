import './connector-events.ts';

export { addEpisodes, addReadings, type Curve, dailyValue, type Episode } from './add-readings.ts';
export type { ConnectorLetter, ConnectorOutcome } from './connector-events.ts';
export { deadLettersOf, settleLetter } from './dead-letters/connector-letters.ts';
export { type LetterSource, storeDeadLetter } from './dead-letters/dead-letter-store.ts';
export type { StoredEvent } from './events.ts';
export { signedInDevice } from './intake/http-gateway.ts';
export { openIntake, type TelemetryIntake } from './intake/intake.ts';
export type { TelemetryBatch } from './intake/writer.ts';
export { directoryOf, tokenActive } from './known-devices.ts';
export type { MeasuredPoints } from './measured-points.ts';
export { mqttPortOf, onBatch } from './process-state.ts';
export { readingHandlers } from './readings.ts';
export { type ChartBucket, hourMs, readPoints } from './statistics/chart-points.ts';
export { hourlyValues } from './statistics/hourly-values.ts';
export { meansOfSlots, type ReadingWindow } from './statistics/reading-slots.ts';
export { storedEvents, storedHours, storedReadings } from './stored-rows.ts';

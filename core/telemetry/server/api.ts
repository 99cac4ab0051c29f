export { addReadings, type Curve } from './add-readings.ts';
export { directoryOf, readingHandlers } from './readings.ts';
export { mqttPortOf, onBatch } from './running.ts';
export type { Measured } from './tables.ts';
export type { BatchListener, CommittedBatch } from './writer.ts';

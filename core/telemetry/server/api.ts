export { directoryOf, readingHandlers } from './readings.ts';
export type { Measured } from './tables.ts';
export { mqttPortOf, onBatch } from './running.ts';
export type { BatchListener, CommittedBatch } from './writer.ts';

export { addReadings, type Curve } from './add-readings.ts';
export { readingHandlers } from './readings.ts';
export { mqttPortOf, onBatch } from './running.ts';
export { type Measured, storedReadings } from './tables.ts';
export type { TelemetryBatch } from './writer.ts';

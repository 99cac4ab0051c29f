export { addEpisodes, addReadings, type Curve, dailyValue, type Episode } from './add-readings.ts';
export { hourMs, type Point, readPoints } from './chart-points.ts';
export { hourlyValues } from './hourly-values.ts';
export { mqttPortOf, onBatch } from './process-state.ts';
export { meansOfSlots, type Window } from './reading-slots.ts';
export { directoryOf, readingHandlers, tokenActive as activeDevice } from './readings.ts';
export { type MeasuredPoints as Measured, storedHours, storedReadings } from './tables.ts';
export type { TelemetryBatch } from './writer.ts';

import { createContext, useContext } from 'react';
import type { Severity } from '#platform/web/ui/values/severity.ts';

/** What is wrong with the newest value of a sensor: a severity and the limit that was crossed. */
export type SensorMark = { severity: Severity; text: string };

const context = createContext<ReadonlyMap<string, SensorMark>>(new Map());

/** The marks by sensor key, for the tiles of a device page. */
export const SensorMarks = context.Provider;
export const useSensorMarks = (): ReadonlyMap<string, SensorMark> => useContext(context);

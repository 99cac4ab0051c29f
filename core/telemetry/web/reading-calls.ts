import type { AppManifest } from '#platform/common/define-app.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { readingRoutes } from '../common/reading.ts';
import type { ReadingCalls } from './use-readings.ts';

const calls = mountedCalls<{ reading: ReturnType<typeof readingRoutes> }>('reading');

/** The calls for the readings of an app's devices. Throws for an app that does not mount them. */
export const readingCalls = (app: AppManifest): ReadingCalls => calls.of(app).reading;

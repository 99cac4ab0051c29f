import type { AppManifest } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import type { ReadingCalls } from './use-readings.ts';

/** The calls for the readings of an app's devices. Throws for an app that does not mount them. */
export function readingCalls(app: AppManifest): ReadingCalls {
  const { reading } = clientOf(app);
  if (!reading) throw new Error(`${app.id} mounts no readings`);
  return reading as unknown as ReadingCalls;
}

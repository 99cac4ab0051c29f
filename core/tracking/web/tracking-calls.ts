import type { AppManifest } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import type { TrackingCalls } from './trail.ts';

/** The calls for the positions of an app's devices. Throws for an app that does not mount them. */
export function trackingCalls(app: AppManifest): TrackingCalls {
  const { tracking } = clientOf(app);
  if (!tracking) throw new Error(`${app.id} mounts no positions`);
  return tracking as unknown as TrackingCalls;
}

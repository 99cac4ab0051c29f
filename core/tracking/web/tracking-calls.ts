import type { AppManifest } from '#platform/common/define-app.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { trackingRoutes } from '../common/tracking.ts';
import type { TrackingCalls } from './trail.ts';

const calls = mountedCalls<{ tracking: ReturnType<typeof trackingRoutes> }>('tracking');

/** The calls for the positions of an app's devices. Throws for an app that does not mount them. */
export const trackingCalls = (app: AppManifest): TrackingCalls => calls.of(app).tracking;

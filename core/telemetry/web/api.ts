import { clientOf } from '#platform/web/client/client-of.ts';
import { telemetry } from '../app.ts';

export const api = clientOf(telemetry);

import { clientOf } from '#platform/web/client/client-of.ts';
import { alarms } from '../app.ts';

export const api = clientOf(alarms);

/** The calls of the bell. */
export const bellCalls = api.bell;

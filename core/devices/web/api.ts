import { clientOf } from '#platform/web/client/client-of.ts';
import { devices } from '../app.ts';

export const api = clientOf(devices);

/** The calls for the devices of all apps. */
export const deviceDesk = api.deskDevice;

import { clientOf } from '#platform/web/client/client-of.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { isOffered } from '#platform/web/shell/routing/first-page.ts';
import { deviceAppSlice } from '../../app.ts';
import { allDevicesAddress } from '../addresses.ts';

export const { overview } = clientOf(deviceAppSlice);

/** The address of the devices of the person's first app. */
export function firstAppDevices(query = ''): string | undefined {
  const offered = registeredApps().filter((app) => app.solutions && isOffered(app));
  const [app] = offered;
  return app && `${allDevicesAddress(app)}${query}`;
}

import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { packages } from '../app.ts';
import type en from '../locales/en.json';

export const api = clientOf(packages);
export const useText = textsOf<typeof en>('packages');
export const codesAddress = '/core/packages/external-orders';
export const addPackagesAddress = '/core/packages/add';
export const redeemAddress = (code: string, app: string): string =>
  `${addPackagesAddress}/${encodeURIComponent(code)}/${app}`;

import type { AppManifest } from '#platform/common/define-app.ts';

type App = Pick<AppManifest, 'web'>;
const below = ({ web }: App, path: string) => `${web}/access-management/${path}`;

export const accessesAddress = (app: App, mode?: string) =>
  below(app, mode ? `accesses-list?mode=${mode}` : 'accesses-list');
export const grantAddress = (app: App, params: Record<string, string | number> = {}) => {
  const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]));
  return `${below(app, 'grant-access')}${query.size > 0 ? `?${query}` : ''}`;
};
export const oneTimeAddress = (app: App, id?: number) =>
  below(app, id === undefined ? 'user-access/access/onetime' : `user-access/access/onetime/${id}`);
export const openedGrant = (app: App, id: number) => `${accessesAddress(app)}?grant=${id}`;
export const revocationsAddress = (app: App, id?: number) =>
  below(app, id === undefined ? 'revocations' : `revocations/${id}`);

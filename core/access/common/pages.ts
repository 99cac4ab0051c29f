import { verificationPage } from '#core/print/common/verification.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { publicPath } from './link-page.ts';
import { verifyRevocationPath } from './revocation.ts';

const texts = 'access';

/** The pages below `web` of an app that mounts `accessRoutes`. Components: `accessScreens`. */
export function accessPages(app: string, web: string, order = 26): Page[] {
  const access = canDo(`${app}.access`, 'read');
  const create = { or: [canDo(`${app}.access`, 'create'), canDo(`${app}.access`, 'create-fulltime')] };
  const base = 'access-management';
  return [
    page(base, { redirects: [`${base}/accesses-list`] }),
    page(`${base}/accesses-list`, { sidebar: 'access', order, icon: 'key', access, texts }),
    page(`${base}/accesses-list/{mode}`, {
      access,
      texts,
      savedFilter: { of: `${web}/${base}/accesses-list`, by: { mode: '{mode}' } },
    }),
    page(`${base}/user-access`, { sidebar: 'access', order: order + 1, access, texts }),
    page(`${base}/calendar-mode`, { sidebar: 'access', order: order + 2, access, texts }),
    page(`${base}/access-log`, { sidebar: 'access', order: order + 3, access, texts }),
    page(`${base}/revocations`, { sidebar: 'access', order: order + 4, access, texts }),
    page(`${base}/revocations/{id}`, { access, texts }),
    verificationPage(verifyRevocationPath, { texts }),
    page(`${base}/grant-access`, { access: create, texts }),
    page(`${base}/user-access/access/onetime`, { access: create, texts }),
    page(`${base}/user-access/access/onetime/{token}`, { access, texts }),
    page('devices/{type}/device/{id}', { access: canDo(`${app}.device`, 'read'), texts }),
    page(`${publicPath}/{token}`, {
      access: { public: 'opened by whoever has the secret of the link' },
      layout: 'plain',
      light: 'access/link',
      texts,
    }),
  ];
}

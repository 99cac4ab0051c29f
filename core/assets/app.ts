import { floor } from '#core/places/common/floor.ts';
import { structure } from '#core/places/common/structure.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { asset, assetAttachmentRoutes, assetRoutes } from './common/asset.ts';

/** The assets of a company and their locations. */
export const assets = defineApp({
  kind: 'core',
  id: 'assets',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'box',
  needs: ['accounts', 'permissions', 'places'],
  routes: { asset: assetRoutes, attachment: assetAttachmentRoutes },
  search: [{ list: 'asset.list', icon: 'box', company: 'companyId' }],
  pages: [
    page('assets', { redirects: ['assets/list/all'] }),
    page('assets/list/all', { sidebar: 'sites', order: 22, covers: ['assets-v2'], access: asset.can('read') }),
    page('assets/list/{type}', { access: asset.can('read') }),
    page('assets-v2/list/{pTab}-{cTab}', { access: asset.can('read') }),
    page('assets/structure/create', { access: structure.can('create') }),
    page('assets/structure/{structureId}/edit', { access: structure.can('update') }),
    page('assets/structure/{structureId}/add-floors', { access: floor.can('create') }),
  ],
});

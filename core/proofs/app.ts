import { defineApp } from '#platform/common/define-app.ts';

/** What proves that work was done: photos, signatures, scans and checklists of the records of apps, which mount its calls. */
export const proofs = defineApp({
  kind: 'core',
  id: 'proofs',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'chart-bar',
  needs: ['accounts'],
  routes: {},
  pages: [],
});

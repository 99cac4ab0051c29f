import type { BoundApp } from '#platform/web/shell/routing/bind-pages.ts';
import { isPrintPage } from '../common/pages.ts';

export const explanation = () => import('./PrintOnlyPage.tsx');

/** Binds the printed pages of a slice: in the router they only explain that the server renders them. */
export const withPrintPages = ({ app, loaders, parts }: BoundApp): BoundApp => ({
  app,
  loaders: {
    ...Object.fromEntries(app.pages.filter(isPrintPage).map(({ path }) => [path, explanation])),
    ...loaders,
  },
  parts,
});

import { withPrintPages } from '#core/print/web/print-pages.ts';
import type { BoundApp } from '#platform/web/shell/routing/bind-pages.ts';
import { isHidden } from '#platform/web/site-settings.ts';
import { apps } from './apps.ts';

const bindings = import.meta.glob<Record<string, BoundApp>>(
  ['../core/*/web/index.tsx', '../solutions/*/web/index.tsx'],
  { eager: true },
);
const bound = Object.values(bindings).flatMap((module) => Object.values(module));

/** The slices with their screens. One without screens binds none; its manifest still counts for access. */
export const boundApps = apps
  .filter((app) => !isHidden(app.id))
  .map((app): BoundApp => bound.find((boundApp) => boundApp.app.id === app.id) ?? { app, loaders: {}, parts: {} })
  .map(withPrintPages);

import type { AppManifest } from '#platform/common/define-app.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { templateRoutes } from '../common/template.ts';
import { applicationHandlers } from './applications.ts';
import { deviceTemplateHandlers } from './device-templates.ts';
import type { Starters } from './starters.ts';
import { templateCrud } from './templates.ts';

export { addDemoTemplates } from './demo.ts';
export { level, type StarterRule, sensorIs, starterRule } from './starter-rules.ts';
export type { Starters } from './starters.ts';

/** Serves `templateRoutes(app.id)`. `starters` are the app's defaults for its models. */
export const templateHandlers = (
  app: AppManifest,
  starters: Starters = {},
): Handlers<ReturnType<typeof templateRoutes>> => ({
  ...templateCrud(app, starters),
  ...applicationHandlers(app),
  ...deviceTemplateHandlers(app),
});

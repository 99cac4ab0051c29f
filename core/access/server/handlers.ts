import type { AppManifest } from '#platform/common/define-app.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../common/access.ts';
import { offlineHandlers } from './codes/offline-codes.ts';
import { grantHandlers } from './grants/grant-handlers.ts';
import { lockAnalysisHandlers } from './lock-analysis.ts';
import { lockHandlers } from './lock-handlers.ts';
import { logHandlers } from './log-handlers.ts';
import { credentialHandlers } from './token-handlers.ts';

type AccessHandlers = { [Name in keyof AccessRoutes]: Handlers<AccessRoutes[Name]> };

/** Serves `accessRoutes(app.id)`. The manifest declares `access`. */
export const accessHandlers = (app: AppManifest): AccessHandlers => ({
  lock: lockHandlers(app),
  ...grantHandlers(app),
  accessToken: credentialHandlers(app),
  offlineCode: offlineHandlers(app),
  accessLog: logHandlers(app),
  lockAnalysis: lockAnalysisHandlers(app.id),
});

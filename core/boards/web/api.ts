import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import type { BoardRoutes } from '../common/board.ts';
import type en from '../locales/en.json';

export const useText = textsOf<typeof en>('boards');

type Routes = { board: BoardRoutes };
const calls = mountedCalls<Routes>('board');

/** The calls for the boards of an app that mounts `boardRoutes` as `board`. Returns the same object each time. */
export const boardCalls = (app: AppManifest): Client<Routes>['board'] => calls.of(app).board;

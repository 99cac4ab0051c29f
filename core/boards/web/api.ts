import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import type { BoardRoutes } from '../common/board.ts';
import type en from '../locales/en.json';

export const useText = textsOf<typeof en>('boards');

const cached = new WeakMap<AppManifest, Client<{ board: BoardRoutes }>['board']>();

/** The calls for the boards of an app that mounts `boardRoutes` as `board`. Returns the same object each time. */
export function boardCalls(app: AppManifest): Client<{ board: BoardRoutes }>['board'] {
  const calls = cached.get(app) ?? (clientOf(app) as unknown as Client<{ board: BoardRoutes }>).board;
  cached.set(app, calls);
  return calls;
}

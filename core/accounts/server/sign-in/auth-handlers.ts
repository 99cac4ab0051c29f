import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { authRoutes } from '../../common/auth.ts';
import { logAccess, signInOrigin } from './access-log.ts';
import { login } from './login.ts';
import { endSessions, refreshSession } from './sessions.ts';

export const authHandlers: Handlers<typeof authRoutes> = {
  login: ({ kit, body, query, request, reply, locale }) =>
    login({ kit, credentials: body, request, reply, shortTerm: query.shortTerm === '1', locale }),
  refresh: ({ kit, body, request }) => refreshSession(kit, body.refreshToken, signInOrigin(request)),
  logout: async ({ tx, actor, request }) => {
    const { id, companyId } = actor.session.user;
    await bypassRls(tx, actor.scope, () => endSessions(tx, id, { only: actor.sessionId }));
    await logAccess(tx, 'logout', { id, companyId, email: actor.email }, signInOrigin(request));
    return null;
  },
};

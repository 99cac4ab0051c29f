import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';
import { userInfo } from './user.ts';

export const tokenPair = z.object({ token: z.string(), refreshToken: z.string() });

/**
 * Access tokens live 15 minutes, sessions 30 days, or 12 hours with `shortTerm=1`. A session ends after 14 days without
 * use. For some seconds a used refresh token returns its successor, because two tabs may refresh at the same moment,
 * and a reply may be lost.
 */
export const lifetimes = {
  idleSeconds: 14 * 86_400,
  refreshGraceSeconds: 10,
  accessSeconds: 15 * 60,
  sessionSeconds: 30 * 86_400,
  shortSessionSeconds: 12 * 3600,
  /** How long a proof of who the person is holds for calls that ask for one. */
  proofSeconds: 5 * 60,
} as const;

export const authRoutes = {
  login: route.post('/auth/login', {
    access: { public: 'this is where a session begins' },
    query: z.object({ shortTerm: z.enum(['0', '1']).optional() }),
    body: z.object({
      email: z.string('Required').trim().min(1, 'Required').max(254, 'tooLong'),
      password: z.string('Required').min(1, 'Required').max(128, 'tooLong'),
      code: z.string().max(20).optional(),
    }),
    reply: tokenPair.extend({ user: userInfo }),
    status: 200,
    ownTransactions: true,
    limitPerMinute: 60,
  }),
  refresh: route.post('/auth/token', {
    access: { public: 'the refresh token is the credential' },
    body: z.object({ refreshToken: z.string('Required').min(1, 'Required').max(500) }),
    reply: tokenPair,
    status: 200,
    ownTransactions: true,
    limitPerMinute: 240,
  }),
  logout: route.post('/user/logout', { access: anyAccount }),
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = { ownOnly: ['GET {api}/room/count'] };

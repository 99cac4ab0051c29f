import type { Isolation } from '#platform/server/isolation.ts';
import { policeIsolation } from './police/isolation.ts';

export const isolation: Isolation = policeIsolation;

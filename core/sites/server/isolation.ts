import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  owners: [[/ \/overview\/site\/\{id\}/, (f) => ({ id: f.structure })]],
};

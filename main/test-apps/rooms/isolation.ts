import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  owners: [
    [/ \/\S+\/cell\/\{id\}/, (f) => ({ id: f.space })],
    [/ \/\S+\/watch-alarm\/\{id\}/, (f) => ({ id: f['alarm rooms watch'] })],
  ],
  ownOnly: ['GET {api}/room/count'],
};

import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  owners: [
    [/ \/\S+\/(cell|space)\/\{id\}/, (f) => ({ id: f.space })],
    [/ \/\S+\/building\/\{id\}/, (f) => ({ id: f.structure })],
    [/ \/\S+\/geo-fence\/\{id\}/, (f) => ({ id: f.geofence })],
    [/ \/\S+\/watch-alarm\/\{id\}/, (f) => ({ id: f['alarm rooms watch'] })],
  ],
  ownOnly: ['GET {api}/room/count'],
};

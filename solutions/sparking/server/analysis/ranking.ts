import type { Tx } from '#platform/server/postgres/database.ts';
import { leastKnown, type Rank, type Ranked, type RankedBy } from '../../common/analysis.ts';
import { knownShare, occupiedShare } from '../../common/shares.ts';
import type { Asked } from './asked.ts';
import { type Overstay, overstays } from './overstays.ts';
import { placeSums } from './place-sums.ts';
import { slotSums } from './slot-list.ts';

type Query = { by: RankedBy; rank: Rank; limit: number };

const known = (row: Ranked): number => knownShare(row) ?? 0;
const valueOf = (row: Ranked, rank: Rank): number =>
  rank === 'stays' ? row.stays : rank === 'overstay' ? row.overstaySeconds : (occupiedShare(row) ?? 0);

async function rowsOf(tx: Tx, asked: Asked, by: RankedBy): Promise<Ranked[]> {
  if (by === 'slot')
    return (await slotSums(tx, asked)).map(({ id, number: name, locationId, ...row }) => ({
      ...{ id, name, locationId, open: row.open, occupied: row.occupied, free: row.free, unknown: row.unknown },
      ...{ stays: row.stays, overstaySeconds: row.overstaySeconds },
    }));
  const places = await placeSums(tx, asked, by, null);
  const placeOf = ({ groupId, locationId }: Overstay) => (by === 'group' ? groupId : locationId);
  const over = new Map<number, number>();
  for (const one of await overstays(tx, asked)) over.set(placeOf(one), (over.get(placeOf(one)) ?? 0) + one.seconds);
  return places.map(({ id, name, locationId, open, occupied, free, unknown, stays }) => ({
    ...{ id, name, locationId, open, occupied, free, unknown, stays },
    overstaySeconds: over.get(id) ?? 0,
  }));
}

/** The places with the most and the least of something. Those of which too little is known are apart. */
export async function ranking(tx: Tx, asked: Asked, { by, rank, limit }: Query) {
  const rows = await rowsOf(tx, asked, by);
  const covered = rows.filter((row) => known(row) >= leastKnown);
  const ordered = covered.toSorted((a, b) => valueOf(b, rank) - valueOf(a, rank) || a.name.localeCompare(b.name));
  return {
    top: ordered.slice(0, limit),
    bottom: ordered.toReversed().slice(0, limit),
    uncovered: rows.filter((row) => known(row) < leastKnown).slice(0, limit),
  };
}

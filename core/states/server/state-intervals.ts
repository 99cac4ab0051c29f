import { clipped, type StateSpan } from '#platform/common/time/state-spans.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { Quality, StateInterval } from '../common/state-interval.ts';
import { overlapping, parametersOf, type StatesOf } from './overlapping.ts';

/**
 * The intervals that overlap the period, with their own bounds, in the order of time, by device. Of devices with channels
 * those of all channels. Runs as the role that sees all rows.
 */
export async function stateIntervals(
  tx: Tx,
  of: StatesOf,
): Promise<Map<number, (StateInterval & { channel: string })[]>> {
  const { rows } = await queryText<{
    device_id: number;
    channel: string;
    from: number;
    to: number | null;
    value: number | null;
    quality: Quality;
  }>(tx, {
    text: `SELECT device_id, channel, ${msSql('from_at')} AS from, ${msSql('to_at')} AS to, value, quality
             FROM ${overlapping} o ORDER BY device_id, channel, from_at`,
    values: parametersOf(of),
  });
  const found = new Map<number, (StateInterval & { channel: string })[]>();
  for (const { device_id: id, ...interval } of rows) {
    const ofDevice = found.get(id) ?? [];
    ofDevice.push(interval);
    found.set(id, ofDevice);
  }
  return found;
}

/** The parts of the period, until now at most, in which sensors, or any channel, were on, by device. Runs as the role that sees all rows. */
export async function spansOn(tx: Tx, of: StatesOf): Promise<Map<number, StateSpan[]>> {
  const until = Math.min(of.to, Date.now());
  const spans = new Map<number, StateSpan[]>();
  for (const [device, intervals] of await stateIntervals(tx, of)) {
    const on: StateSpan[] = [];
    for (const { from, to, value } of intervals.toSorted((a, b) => a.from - b.from)) {
      if (value === null || value <= 0) continue;
      const last = on.at(-1);
      // A person confirmed it, it is only known to have gone on, or it is another channel.
      if (last && from <= last.to) last.to = Math.max(last.to, to ?? until);
      else on.push({ from, to: to ?? until });
    }
    spans.set(device, clipped(on, { from: of.from, to: until }));
  }
  return spans;
}

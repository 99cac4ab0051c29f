import type { Kit } from '#platform/server/kit.ts';
import type { Quote } from '../../common/quote.ts';

const maxQuotes = 500;
const keptMs = 30 * 60_000;

type Nets = ReadonlyMap<string, number>;
type Remembered = { nets: Nets; until: number };
/** By kit: each process remembers what it has quoted. */
const quotes = new WeakMap<Kit, Map<string, Remembered>>();

/** The net amounts of the lines by their paths. */
export const netsOf = (lines: readonly { path: string; net: number }[]): Nets =>
  new Map(lines.map(({ path, net }) => [path, net]));

/** Remembers the lines of a quote for half an hour, in memory, because a validation must not write. */
export function rememberQuote(kit: Kit, { hash, lines }: Pick<Quote, 'hash' | 'lines'>): void {
  const kept = quotes.get(kit) ?? new Map<string, Remembered>();
  quotes.set(kit, kept);
  // The newest ones are last.
  kept.delete(hash);
  kept.set(hash, { nets: netsOf(lines), until: Date.now() + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > maxQuotes && oldest !== undefined) kept.delete(oldest);
}

/** The net amounts that a hash represents; null if this process has not quoted them lately. */
export function rememberedNets(kit: Kit, hash: string): Nets | null {
  const found = quotes.get(kit)?.get(hash);
  return found && found.until > Date.now() ? found.nets : null;
}

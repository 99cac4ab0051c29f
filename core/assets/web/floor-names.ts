export type Patterns = { above: string; ground: string; below: string };
export type NewFloor = { name: string; level: number };
type Known = { name: string; level: number };

/** Where the number of the level stands in a pattern. */
export const levelMark = '#';
/** What the server takes at once. */
export const mostFloors = 100;

/** The name of a level: `Level #`, `Ground`, `Basement #`. A basement counts downwards from 1. */
function nameOf(level: number, { above, ground, below }: Patterns): string {
  const pattern = level > 0 ? above : level < 0 ? below : ground;
  return pattern.trim().replaceAll(levelMark, String(Math.abs(level)));
}

/** The floors from one level to the other, the lowest first; those whose name or level there is already are told apart. */
export function floorsBetween(
  from: number,
  to: number,
  patterns: Patterns,
  known: readonly Known[],
): (NewFloor & { exists: boolean })[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  return Array.from({ length: Math.min(high - low + 1, mostFloors) }, (_, at) => {
    const level = low + at;
    const name = nameOf(level, patterns);
    return { level, name, exists: known.some((one) => one.level === level || one.name === name) };
  });
}

/** What keeps the floors from being added: a name that is missing, or two of the same. */
export function faultOf(floors: readonly NewFloor[]): 'none' | 'unnamed' | 'twice' | null {
  if (floors.length === 0) return 'none';
  if (floors.some((one) => one.name === '')) return 'unnamed';
  return new Set(floors.map((one) => one.name)).size < floors.length ? 'twice' : null;
}

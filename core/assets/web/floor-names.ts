export type Patterns = { above: string; ground: string; below: string };
export type NewFloor = { name: string; level: number };
type ExistingFloor = { name: string; level: number };

/** The placeholder for the level number in a pattern. */
export const levelPlaceholder = '#';
/** The server accepts this many floors in one call. */
export const maxFloors = 100;

/** Builds the name of a level from `Level #`, `Ground` or `Basement #`. Basements count downwards from 1. */
function nameOf(level: number, { above, ground, below }: Patterns): string {
  const pattern = level > 0 ? above : level < 0 ? below : ground;
  return pattern.trim().replaceAll(levelPlaceholder, String(Math.abs(level)));
}

/** The floors between two levels, the lowest first. `exists` marks those whose name or level is taken. */
export function floorsBetween(
  from: number,
  to: number,
  patterns: Patterns,
  existing: readonly ExistingFloor[],
): (NewFloor & { exists: boolean })[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  return Array.from({ length: Math.min(high - low + 1, maxFloors) }, (_, at) => {
    const level = low + at;
    const name = nameOf(level, patterns);
    return { level, name, exists: existing.some((floor) => floor.level === level || floor.name === name) };
  });
}

/** Why the floors cannot be added: none is new, a name is missing, or two names are equal. Null when they can. */
export function floorNamesFault(floors: readonly NewFloor[]): 'none' | 'unnamed' | 'twice' | null {
  if (floors.length === 0) return 'none';
  if (floors.some((floor) => floor.name === '')) return 'unnamed';
  return new Set(floors.map((floor) => floor.name)).size < floors.length ? 'twice' : null;
}

/** entity → actions. */
export type Granted = Record<string, string[]>;

/** What an action is of no use without. */
export function neededBy(action: string, available: readonly string[]): string[] {
  const reading = available.includes('read') ? 'read' : available.find((one) => one === 'list' || one === 'view');
  return reading && reading !== action ? [reading] : [];
}

/**
 * The grants after a change from `before` to `wanted`: enabling an ability also enables those that it depends on;
 * disabling affects only that ability.
 */
export function toggled(before: Granted, wanted: Granted, available: Granted): Granted {
  const after: Granted = {};
  for (const [entity, actions] of Object.entries(wanted)) {
    const enabled = actions.filter((action) => !before[entity]?.includes(action));
    const brought = enabled.flatMap((action) => neededBy(action, available[entity] ?? []));
    const all = [...new Set([...actions, ...brought])];
    if (all.length > 0) after[entity] = all;
  }
  return after;
}

/** The grants after one action was switched. */
export function toggledOne(
  before: Granted,
  { entity, action, on }: { entity: string; action: string; on: boolean },
  available: Granted,
): Granted {
  const others = (before[entity] ?? []).filter((one) => one !== action);
  return toggled(before, { ...before, [entity]: on ? [...others, action] : others }, available);
}

/** Whether a value is nested deeper than recursive code may follow. Its sender decides the depth, hence no recursion here. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= levels) return true;
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 });
  }
  return false;
}

type Kept<Value> = { madeAt: number; value: Promise<Value>; bytes: number };

type Limits<Value> = { maxAgeMs: number; maxBytes: number; sizeOf(value: Value): number };

/**
 * What was made recently, by key. Callers who ask at once wait for the same making. Its age counts from when its making began;
 * what failed is made again. The oldest ones go where all together are larger than `maxBytes`.
 */
export function recentAnswers<Value>({ maxAgeMs, maxBytes, sizeOf }: Limits<Value>) {
  // In the order in which their making began.
  const kept = new Map<string, Kept<Value>>();
  let bytes = 0;

  function forget(key: string, one: Kept<Value>): void {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    bytes -= one.bytes;
  }
  function makeRoom(now: number): void {
    for (const [key, one] of kept) {
      if (now - one.madeAt < maxAgeMs && bytes <= maxBytes) return;
      forget(key, one);
    }
  }
  function begin(key: string, now: number, make: () => Promise<Value>): Kept<Value> {
    const before = kept.get(key);
    if (before) forget(key, before);
    const one: Kept<Value> = { madeAt: now, value: make(), bytes: key.length };
    kept.set(key, one);
    bytes += one.bytes;
    one.value.then(
      (value) => {
        if (kept.get(key) !== one) return;
        const size = sizeOf(value);
        one.bytes += size;
        bytes += size;
        makeRoom(performance.now());
      },
      () => forget(key, one),
    );
    return one;
  }

  return {
    async get(key: string, make: () => Promise<Value>): Promise<{ value: Value; ageMs: number }> {
      const now = performance.now();
      makeRoom(now);
      const before = kept.get(key);
      const one = before && now - before.madeAt < maxAgeMs ? before : begin(key, now, make);
      return { value: await one.value, ageMs: Math.max(0, performance.now() - one.madeAt) };
    },
    /** How many are kept. */
    size: () => kept.size,
  };
}

type Kept<Value> = { madeAt: number; maxAgeMs: number; value: Promise<Value>; bytes: number; ends: (() => void)[] };

type Limits<Value> = {
  maxAgeMs: number;
  /** Even an answer that is out of date is given for so long, which bounds how often answers are made. */
  minAgeMs?: number;
  maxBytes: number;
  sizeOf(value: Value): number;
};

/** An answer that is being made. */
export type Making = {
  /** Marks the answer as out of date, also while it is being made. Returns in how many ms it will be made again if asked for. */
  outdate(): number;
  /** `end` is called when the answer is no longer kept. */
  atEnd(end: () => void): void;
};

/**
 * What was made recently, by key. Callers who ask at once wait for the same making. Its age counts from when its making began;
 * what failed is made again. The oldest ones go where all together are larger than `maxBytes`.
 */
export function recentAnswers<Value>({ maxAgeMs, minAgeMs = 0, maxBytes, sizeOf }: Limits<Value>) {
  // In the order in which their making began.
  const kept = new Map<string, Kept<Value>>();
  let bytes = 0;

  function forget(key: string, one: Kept<Value>): void {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    bytes -= one.bytes;
    for (const end of one.ends.splice(0)) end();
  }
  function makeRoom(now: number): void {
    for (const [key, one] of kept) {
      if (now - one.madeAt < maxAgeMs && bytes <= maxBytes) return;
      forget(key, one);
    }
  }
  function begin(key: string, now: number, make: (making: Making) => Promise<Value>): Kept<Value> {
    const before = kept.get(key);
    if (before) forget(key, before);
    const ends: Kept<Value>['ends'] = [];
    const age = { maxAgeMs };
    const value = make({
      outdate() {
        const ageMs = performance.now() - now;
        age.maxAgeMs = Math.min(age.maxAgeMs, Math.max(ageMs, minAgeMs));
        return Math.max(0, age.maxAgeMs - ageMs);
      },
      atEnd: (end) => ends.push(end),
    });
    const one: Kept<Value> = Object.assign(age, { madeAt: now, value, bytes: key.length, ends });
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
    /** `freshMs` is how long the answer will be given from now on. */
    async get(
      key: string,
      make: (making: Making) => Promise<Value>,
    ): Promise<{ value: Value; ageMs: number; freshMs: number }> {
      const now = performance.now();
      makeRoom(now);
      const before = kept.get(key);
      const one = before && now - before.madeAt < before.maxAgeMs ? before : begin(key, now, make);
      const value = await one.value;
      const ageMs = Math.max(0, performance.now() - one.madeAt);
      return { value, ageMs, freshMs: Math.max(0, one.maxAgeMs - ageMs) };
    },
    /** How many are kept. */
    size: () => kept.size,
  };
}

/** The data of a subscriber, which may have changed before its subscription became active. */
export type ReadData = {
  /** When the oldest of it was requested, in ms since 1970; Infinity if there is none. */
  requestedAt(): number;
  /** Called when the subscription has become active: whether the data may have changed meanwhile. */
  onSubscribed(changed: boolean): void;
};

/** The data of subscribers whose topics are not active yet. */
export function waitingData() {
  const waiting = new Map<string, Set<ReadData>>();
  const of = (topics: readonly string[]) => new Set(topics.flatMap((topic) => [...(waiting.get(topic) ?? [])]));
  const forget = (topics: readonly string[]) => {
    for (const topic of topics) waiting.delete(topic);
  };
  return {
    add: (topic: string, data: ReadData) => void waiting.set(topic, (waiting.get(topic) ?? new Set()).add(data)),
    has: (topic: string) => waiting.has(topic),
    remove: (topic: string, data: ReadData) => void waiting.get(topic)?.delete(data),
    forget,
    /** The age of the oldest data of the topics, in ms. */
    ageOf(topics: readonly string[], now: number): { age?: string } {
      const requests = [...of(topics)].map((data) => data.requestedAt());
      return requests.length > 0 ? { age: String(now - Math.min(now, ...requests)) } : {};
    },
    /** The topics are active: notifies their subscribers whether one of `missed` may have changed their data. */
    opened(topics: readonly string[], missed: readonly string[]): void {
      const changed = of(missed);
      const all = of(topics);
      forget(topics);
      for (const data of all) data.onSubscribed(changed.has(data));
    },
  };
}

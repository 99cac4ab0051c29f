/** How long topics that had events are remembered, at least. */
const keptMs = 60_000;

/** Remembers when topics last had events, by company. All times are in ms since 1970. */
export type RecentTopics = {
  add(topic: string, companyId: number | null): void;
  /** Whether the topic may have had events since `time`. True if `time` is longer ago than is remembered. */
  hasChanged(topic: string, companies: 'all' | readonly number[], time: number): boolean;
};

type Times = Map<string, number>;

/** Two maps that take turns bound the memory: the older one is dropped as a whole. */
export function recentTopics(now: () => number = Date.now): RecentTopics {
  let since = now();
  let knownSince = since;
  let current: Times = new Map();
  let previous: Times = new Map();
  const latest = (key: string) => current.get(key) ?? previous.get(key) ?? 0;
  return {
    add(topic, companyId) {
      const time = now();
      if (time - since > keptMs) {
        knownSince = since;
        since = time;
        previous = current;
        current = new Map();
      }
      current.set(topic, time);
      current.set(`${topic} ${companyId}`, time);
    },
    hasChanged(topic, companies, time) {
      if (time <= knownSince) return true;
      if (companies === 'all') return latest(topic) >= time;
      // An event without a company may concern anybody.
      return [null, ...companies].some((company) => latest(`${topic} ${company}`) >= time);
    },
  };
}

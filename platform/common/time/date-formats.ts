const maxCached = 1000;
const cache = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached formatter for these options. A formatter takes about 27 kB outside of the heap, which the garbage
 * collector does not see. Time zones come from people, so the least recently used formatters are evicted.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, options);
  cache.delete(key);
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest);
  cache.set(key, format);
  return format;
}

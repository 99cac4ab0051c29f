export type PageOf = (skip: number, limit: number) => Promise<{ data: unknown[]; totalRecords: number | undefined }>;
export type WalkProgress = { done: number; total: number };
type Walk = {
  pageOf: PageOf;
  /** The key that identifies a row. */
  keyOf(row: unknown): unknown;
  pageSize: number;
  /** A total above this was not counted to its end. */
  countUpTo?: number | undefined;
  /** The number of concurrent requests. Pages are delivered in order. */
  ahead: number;
  onPage(rows: unknown[], progress: WalkProgress): void;
  signal: AbortSignal;
};

/** Leaves out rows that were delivered before: new ones push those behind them to the next page. */
function onceEach(keyOf: Walk['keyOf']) {
  const known = new Set<unknown>();
  return (rows: readonly unknown[]) =>
    rows.filter((row) => {
      const before = known.size;
      return known.add(keyOf(row)).size > before;
    });
}

/**
 * Delivers all rows of a list, page by page and in order, each of them once although rows are added meanwhile. Ends early
 * if rows are deleted.
 */
export async function walkPages({
  pageOf,
  keyOf,
  pageSize,
  countUpTo = Infinity,
  ahead,
  onPage,
  signal,
}: Walk): Promise<void> {
  const first = await pageOf(0, pageSize);
  // Without a whole total, pages are requested until one is not full.
  const counted = first.totalRecords !== undefined && first.totalRecords <= countUpTo ? first.totalRecords : undefined;
  const once = onceEach(keyOf);
  let total = counted ?? (first.data.length < pageSize ? first.data.length : Number.POSITIVE_INFINITY);
  let done = 0;
  const report = (page: unknown[]) => {
    const rows = once(page);
    // This many rows were added in front, and so come after the previous total.
    if (Number.isFinite(total)) total += page.length - rows.length;
    done += page.length;
    onPage(rows, { done, total: Number.isFinite(total) ? total : done });
  };
  report(first.data);
  const waiting: ReturnType<PageOf>[] = [];
  let next = pageSize;
  const ask = () => {
    const page = pageOf(next, pageSize);
    // An error is thrown when its page is due; until then its rejection is handled here.
    page.catch(() => undefined);
    waiting.push(page);
    next += pageSize;
  };
  const window = Number.isFinite(total) ? ahead : 1;
  while (done < total) {
    while (waiting.length < window && next < total) ask();
    const page = await waiting.shift();
    signal.throwIfAborted();
    if (!page) break;
    if (page.data.length > 0) report(page.data);
    if (page.data.length === 0 || (!Number.isFinite(total) && page.data.length < pageSize)) break;
  }
}

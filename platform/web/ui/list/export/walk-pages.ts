export type PageOf = (skip: number, limit: number) => Promise<{ data: unknown[]; totalRecords: number | undefined }>;
export type Progress = { done: number; total: number };
type Walk = {
  pageOf: PageOf;
  pageSize: number;
  /** A total above this was not counted to its end. */
  countUpTo?: number | undefined;
  /** The number of concurrent requests. Pages are delivered in order. */
  ahead: number;
  onPage(rows: unknown[], progress: Progress): void;
  signal: AbortSignal;
};

/** Delivers all rows of a list, page by page and in order. Ends early if rows are deleted meanwhile. */
export async function walkPages({
  pageOf,
  pageSize,
  countUpTo = Infinity,
  ahead,
  onPage,
  signal,
}: Walk): Promise<void> {
  const first = await pageOf(0, pageSize);
  // Without a whole total, pages are requested until one is not full.
  const counted = first.totalRecords !== undefined && first.totalRecords <= countUpTo ? first.totalRecords : undefined;
  const total = counted ?? (first.data.length < pageSize ? first.data.length : Number.POSITIVE_INFINITY);
  let done = 0;
  const tell = (rows: unknown[]) => {
    done += rows.length;
    onPage(rows, { done, total: Number.isFinite(total) ? total : done });
  };
  tell(first.data);
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
    if (page.data.length > 0) tell(page.data);
    if (page.data.length === 0 || (!Number.isFinite(total) && page.data.length < pageSize)) break;
  }
}

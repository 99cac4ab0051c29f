export type PageOf = (skip: number, limit: number) => Promise<{ data: unknown[]; totalRecords: number | undefined }>;
export type Progress = { done: number; total: number };
type Walk = {
  pageOf: PageOf;
  pageSize: number;
  /** How many pages are asked for at the same time. They are told in their order all the same. */
  ahead: number;
  onPage(rows: unknown[], progress: Progress): void;
  signal: AbortSignal;
};

/** All rows of a list, page by page and in order. Ends early when rows vanish meanwhile. */
export async function walkPages({ pageOf, pageSize, ahead, onPage, signal }: Walk): Promise<void> {
  const first = await pageOf(0, pageSize);
  // A list that does not tell how many there are is asked page after page, until one is not full.
  const total = first.totalRecords ?? (first.data.length < pageSize ? first.data.length : Number.POSITIVE_INFINITY);
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
    // What fails is thrown when its turn comes; until then nobody listens to it.
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

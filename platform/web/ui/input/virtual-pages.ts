export const firstLoad = 30;
export const sizeIfUnknown = 100;
export type PageStep = 10 | 30;
export type RowPage = { skip: number; limit: number };

/** The page that contains a row: the first page has 30 rows, the next ones `step`. */
export function pageHolding(row: number, step: PageStep): RowPage {
  if (row < firstLoad) return { skip: 0, limit: firstLoad };
  return { skip: firstLoad + Math.floor((row - firstLoad) / step) * step, limit: step };
}

/** The pages that contain the rows from `first` to `last`, each once. */
export function pagesBetween(first: number, last: number, step: PageStep): RowPage[] {
  const pages = [pageHolding(first, step)];
  for (let at = pages[0] as RowPage; at.skip + at.limit <= last; ) {
    at = pageHolding(at.skip + at.limit, step);
    pages.push(at);
  }
  return pages;
}

/**
 * The number of rows: the total of the server; without one 100, or more once they are loaded, until a page is not full.
 */
export function rowCount(
  pages: readonly (RowPage & { found: number; total: number | undefined })[],
  before = sizeIfUnknown,
): number {
  const total = pages.find((page) => page.total !== undefined)?.total;
  if (total !== undefined) return total;
  const ends = pages.filter((page) => page.found < page.limit).map((page) => page.skip + page.found);
  if (ends.length > 0) return Math.min(...ends);
  return Math.max(sizeIfUnknown, before, ...pages.map((page) => page.skip + page.found + firstLoad));
}

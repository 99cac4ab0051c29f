import type { AppManifest, Page, SavedFilter } from '#platform/common/define-app.ts';
import { pageAddress } from './bind-pages.ts';

export type PageOfApp = { app: AppManifest; page: Page };

/** The pages that are saved filters of a page. */
export function savedFiltersOf(apps: readonly AppManifest[], { app, page }: PageOfApp): PageOfApp[] {
  const address = pageAddress(app, page);
  return apps.flatMap((one) =>
    one.pages.filter(({ savedFilter }) => savedFilter?.of === address).map((saved) => ({ app: one, page: saved })),
  );
}

/** The address that a saved filter leads to; `target` is its own address with query and fragment. */
export function savedFilterAddress(
  { of, by }: SavedFilter,
  target: string,
  params: Readonly<Record<string, string | undefined>>,
): string {
  const { search, hash } = new URL(target, 'https://this.invalid');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(by))
    query.set(
      name,
      value.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? ''),
    );
  return `${of}?${query}${hash}`;
}

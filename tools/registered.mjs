import { apps } from '#main/apps.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';

const sortedLines = (lines) => [...new Set(lines)].sort();

/** The routes of all slices: `METHOD /path` below /api. */
export const calls = () =>
  sortedLines(
    apps.flatMap((app) =>
      Object.values(app.routes)
        .flatMap((set) => Object.values(set))
        .map(({ method, path }) => `${method} ${app.api}${path}`),
    ),
  );

/** The addresses of the router; a redirect as `from -> to`. */
export const routes = () =>
  sortedLines([
    `/ -> ${shellAddresses.main}`,
    `/global -> /global${shellAddresses.signIn}`,
    shellAddresses.notOnMobile,
    '*',
    ...apps.flatMap((app) => app.pages.flatMap((page) => addresses(app, page))),
  ]);

function addresses(app, page) {
  const address = pageAddress(app, page);
  const targets = page.redirects?.map((path) => pageAddress(app, { path }));
  const line = targets ? `${address} -> ${targets.join(' | ')}` : address;
  return page.global ? [line, `/global${address}`] : [line];
}

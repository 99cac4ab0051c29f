import { type Page, page } from '#platform/common/define-app.ts';
import { nameRegistry } from '#platform/common/registry/registry.ts';

const address = '/reports-generator/';

/**
 * The pages that lay out documents of a slice, for `pages` of its manifest: `invoice` is its `web/print/invoice.tsx`, at
 * `/reports-generator/invoice`. Without the key of a document they only explain that the server renders them.
 */
export const printPages = (...names: readonly string[]): Page[] =>
  names.map((name) => page(`${address}${name}`, { access: 'signed-in', layout: 'plain' }));

/** Whether a page lays out a document. */
export const isPrintPage = ({ path }: Page): boolean => path.startsWith(address);

/** The pages that lay out documents, by name. */
export const printedPages = nameRegistry('printed page', ({ pages }) =>
  pages.filter(isPrintPage).map(({ path }) => path.slice(address.length)),
);

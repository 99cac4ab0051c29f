import type { AnyRoute, ReplyOf } from '#platform/common/route.ts';
import type { Endpoint } from '../../client/client-of.ts';

/** A search result of the palette and its address. */
export type SearchResult = { title: string; subtitle?: string; to: string };

/** Translates a key by the texts of the app, of a slice that it needs, or of the kit. */
export type TranslateKey = (key: string) => string;

/** The search results of one list that the manifest names under `search`. */
export type SearchProvider<R extends AnyRoute = AnyRoute> = {
  /** The key of the name of these records. */
  name: string;
  list: Endpoint<R>;
  show(row: ReplyOf<R>, translate: TranslateKey): SearchResult;
  /** The address of a list of all matches. */
  all?(text: string): string;
};

/** Declares the search results of a list, typed by its route. */
export const searchProvider = <R extends AnyRoute>(one: SearchProvider<R>): SearchProvider =>
  one as unknown as SearchProvider;

/** Joins the parts of a subtitle; Unicode isolates keep the direction of each. */
export const subtitleOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');

/** The address of a list filtered by a search text. */
export const searchAddress = (address: string, text: string): string =>
  `${address}?${new URLSearchParams({ search: text })}`;

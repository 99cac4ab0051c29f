import type { AnyRoute, ReplyOf } from '#platform/common/route.ts';
import type { Endpoint } from '../../client/client-of.ts';

/** A record as the palette shows it, and where it is looked at. */
export type SearchResult = { title: string; subtitle?: string; to: string };

/** A text of the app's locale; else of a slice that it needs, else of the kit. */
export type Translate = (key: string) => string;

/** How the palette shows the rows of a list that the manifest names under `search`. */
export type SearchProvider<R extends AnyRoute = AnyRoute> = {
  /** Key of the kind's name in the app's texts. */
  name: string;
  list: Endpoint<R>;
  show(row: ReplyOf<R>, word: Translate): SearchResult;
  /** Where all that match are listed. */
  all?(text: string): string;
};

/** Declares how the palette shows the rows of one list, typed by its route. */
export const searchProvider = <R extends AnyRoute>(one: SearchProvider<R>): SearchProvider =>
  one as unknown as SearchProvider;

/** The parts of a subtitle; each keeps its own direction of writing. */
export const subtitleOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');

/** The address of a list that shows what matches. */
export const searchAddress = (address: string, text: string): string =>
  `${address}?${new URLSearchParams({ search: text })}`;

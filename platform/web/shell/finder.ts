import type { Session } from '#platform/common/access.ts';
import type { AnyRoute, ParamsIn, ReplyOf } from '#platform/common/route.ts';
import type { Endpoint } from '../client/client-of.ts';

/** A record as the palette shows it, and where it is looked at. */
export type Found = { title: string; subtitle?: string; to: string };

/** A text of the app's locale; else of a slice that it needs, else of the kit. */
export type Word = (key: string) => string;

/** Records of one kind that the palette finds. Who may not read the list is not asked about it. */
export type Finder<R extends AnyRoute = AnyRoute> = {
  /** Key of the kind's name in the app's texts. */
  name: string;
  icon: string;
  /** Takes `search`; tells the newest or the first ones for itself. */
  list: Endpoint<R>;
  /** Fills the braces of the list's address; null when there is nothing to ask about. */
  params?(session: Session): ParamsIn<R> | null;
  show(row: ReplyOf<R>, word: Word): Found;
  /** Where all that match are listed. */
  all?(text: string): string;
};

/** Declares what the palette finds in one list, its rows typed by the route. */
export const finder = <R extends AnyRoute>(one: Finder<R>): Finder => one as unknown as Finder;

/** The parts of a subtitle; each keeps its own direction of writing. */
export const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `\u2068${part}\u2069`)
    .join(' · ');

/** The parameters of lists that lie below the company that one acts for. */
export const ofCompany = ({ actingFor }: Session): { companyId: number } | null =>
  actingFor === null ? null : { companyId: actingFor };

/** The address of a list that shows what matches. */
export const searched = (address: string, text: string): string =>
  `${address}?${new URLSearchParams({ search: text })}`;

import { type Access, type AccessRule, offeredAccess } from './access.ts';
import type { RouteSet } from './route.ts';
import type { RetentionDays } from './settings/retention.ts';
import type { ViewKind } from './view-log.ts';

/**
 * How phones reach a page. `/open/<name>` leads to the first page of this name that the person may open. `text`: the
 * key of its text, by default that of the page. `bar` and `shortcut`: its place in the bottom bar and among the
 * shortcuts of the installed app, from 1. `counted`: its entry shows the number of what waits for the person.
 */
export type QuickAccess = {
  name: string;
  icon: string;
  text?: string;
  bar?: number;
  shortcut?: number;
  counted?: true;
};

/** A page. Its component is bound by `path` in the slice's `web/index.tsx`. */
export type Page = {
  /** Address below the app's `web`, with parameters in braces. It is also the id by which the component is bound. */
  path: string;
  /**
   * The path at which other apps have the page, if this one has it elsewhere (`placePages`). Its texts and component are
   * those of the usual path, and links find it by that (`usualAddress`).
   */
  usual?: string;
  access: Access;
  /** The key of its texts: `<app>.pages.<key>`. Derived from the path. */
  key: string;
  /** The slice whose texts name the page and its sidebar group, if the app that mounts the page has none. */
  texts?: string;
  /**
   * `offered`: the entry is shown only to people whom this rule fits; others may still open the page by its address.
   * `otherwise`: the address of the entry for people who may not see the page. `covers`: further addresses of the app
   * below which the entry is the current one. `section`: the section of the sidebar that has the entry of a core slice.
   */
  sidebar?: {
    group: string;
    section?: string;
    order: number;
    icon?: string;
    offered?: AccessRule;
    otherwise?: string;
    covers?: readonly string[];
  };
  quick?: QuickAccess;
  /** Its files are loaded ahead, so that it opens without a network, as the pages in the bottom bar do. */
  ahead?: true;
  /**
   * The page only redirects: to the first of these addresses that exists and that the person may open. Addresses are
   * below the app's `web` unless they begin with a slash; `{me}` is the caller's user id, other braces are parameters
   * of the path.
   */
  redirects?: readonly string[];
  /**
   * The page is a saved filter of another one: it leads to the address `of` with these parameters in addition to its own. A
   * value in braces is that parameter of the path.
   */
  savedFilter?: SavedFilter;
  /** In addition to its own access, the person must be able to open one of the pages that are saved filters of it. */
  gathers?: true;
  /** The address that a denial leads to, instead of staying on the current page; `{me}` is the caller's user id. */
  onDenied?: string;
  /**
   * Where people who may not open the page are led from anywhere: the first of these addresses that exists and that they
   * may open, else their profile. `{me}` is the caller's user id.
   */
  elsewhere?: readonly string[];
  /** Leads elsewhere without the notice that access is denied. */
  quiet?: true;
  layout: 'main' | 'auth' | 'plain';
  /** Whether the page supports phones; otherwise phones are redirected to /not-available-on-mobile. */
  mobile: boolean;
  /** Visitors reach it below /global, regardless of its access for signed-in people. */
  global?: true;
  /** Exists on a development server only. */
  development?: true;
  /**
   * The server answers its addresses with a document without the shell, which loads only the module in this folder: `access/link`
   * is `core/access/web/light/link`.
   */
  light?: `${string}/${string}`;
};

export type SavedFilter = { of: string; by: Readonly<Record<string, string>> };

export type PageOptions = {
  access?: Access;
  /** The people to whom it is offered, instead of those to whom the app is. */
  offeredTo?: AccessRule;
  sidebar?: string;
  section?: string;
  order?: number;
  icon?: string;
  offered?: AccessRule;
  otherwise?: string;
  covers?: readonly string[];
  redirects?: readonly string[];
  savedFilter?: SavedFilter;
  gathers?: true;
  onDenied?: string;
  elsewhere?: readonly string[];
  quiet?: true;
  layout?: Page['layout'];
  mobile?: boolean;
  global?: true;
  development?: true;
  light?: Page['light'];
  texts?: string;
  quick?: QuickAccess;
  ahead?: true;
};

/** Declares a page. Only a redirect may leave out its access. */
export function page(
  path: string,
  options: PageOptions & ({ access: Access } | { redirects: readonly string[] }),
): Page {
  const {
    sidebar,
    section,
    order = 100,
    icon,
    offered,
    otherwise,
    covers,
    access = 'signed-in',
    offeredTo,
    layout = 'main',
    mobile = true,
    ...rest
  } = options;
  return {
    ...rest,
    path,
    access: offeredAccess(access, offeredTo),
    layout,
    mobile,
    key: path.replace(/[{}*]/g, '').split(/[/-]/).filter(Boolean).join('-') || 'home',
    ...(sidebar
      ? {
          sidebar: {
            group: sidebar,
            order,
            ...(section ? { section } : {}),
            ...(icon ? { icon } : {}),
            ...(offered ? { offered } : {}),
            ...(otherwise ? { otherwise } : {}),
            ...(covers ? { covers } : {}),
          },
        }
      : {}),
  };
}

/** The slice whose texts name a page. */
export const textNamespaceOf = (app: { id: string }, { texts }: Pick<Page, 'texts'>): string => texts ?? app.id;

/** `page`: the path of the page that the links open. `pin`: each has a PIN. `days`: how long they work by default. */
export type LinkKind = { page: string; pin?: true; days: number };

export type SearchSpec = { list: string; icon: string; company?: string };

/**
 * Fields that slices add to manifests: each declares its own next to the types that it needs (`common/manifest.ts`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface ManifestParts {}

export type AppManifest = {
  id: string;
  /** A company must be entitled to a solution; a core slice is always available. */
  kind: 'core' | 'solution';
  brand: string;
  /** The prefix of its pages' addresses. */
  web: string;
  /** The prefix of its routes, below /api. */
  api: string;
  icon: string;
  /** Slices whose `common`, `server/api.ts` and `web/parts.tsx` it uses. */
  needs: readonly string[];
  /** Keys of core pages (`places/geofence-list`) whose sidebar entries are hidden on pages of this app. */
  hides?: readonly string[];
  /**
   * The lists that the search (Ctrl-K) includes: `device.list`, with the icon of its records. `company` is the route
   * parameter that takes the id of the current company. The slice's `web/search.ts` defines how a row is displayed.
   */
  search?: readonly SearchSpec[];
  /** The roles of people within the app, in addition to the role in the company: a guard, a driver, a teacher. */
  personRoles?: readonly string[];
  /** The name under which the replies about a person show the role within the app, too: `fleetRole`. */
  roleField?: string;
  /** The roles of guests within the app: a resident, a student. An access names them under `appRoles`, too. */
  guestRoles?: readonly string[];
  /** The signed links of the app, by kind, whose names are the texts `linkKinds.<kind>`: people without an account use with them what concerns one record. */
  linkKinds?: Readonly<Record<string, LinkKind>>;
  /** What it publishes under addresses that cannot be guessed, by the name of the kind: the access of a route names one as `feed`. */
  feedKinds?: readonly string[];
  /** Views of what concerns people, which are recorded, by kind; their names are the texts `viewKinds.<kind>`. */
  viewLogs?: Readonly<Record<string, ViewKind>>;
  /** For how many days its records are kept, by name; the names are the texts `retained.<name>`. */
  retention?: Readonly<Record<string, RetentionDays>>;
  /** The first page of guests of the app, by its path. */
  guestHome?: string;
  /** A solution that every company has without an order. */
  everyCompany?: true;
  /** The people to whom the app is offered; by default everybody. A route or page may state `offeredTo` instead. */
  offered?: AccessRule;
  routes: Record<string, RouteSet>;
  pages: readonly Page[];
  /**
   * The lowest role of each action that is not a standard one (`read`, `create` …) or that needs another role:
   * `device.unlock`, `unlock` or `app.*.unlock`. The server does not start if an action has no role.
   */
  roles?: Record<string, 'Viewer' | 'Operator' | 'Admin' | 'Super Admin' | 'Financial Admin'>;
} & ManifestParts;

declare const typesOfRoutes: unique symbol;

/** A manifest that remembers the types of its routes, for `serve` and `clientOf`. At run time it is a manifest like any other. */
export type App<Routes extends Record<string, RouteSet>> = AppManifest & { readonly [typesOfRoutes]?: Routes };

/** The manifest of a slice: data only, read by the server, the browser and the tools alike. */
export function defineApp<Routes extends Record<string, RouteSet>>(
  app: Omit<AppManifest, 'kind' | 'routes'> & { kind?: AppManifest['kind']; routes: Routes },
): App<Routes> {
  return { kind: 'solution', ...app };
}

import type { Access, AccessRule } from './access.ts';
import type { RouteSet } from './route.ts';

/** A screen. Its component is bound by `id` in the slice's `web/index.tsx`. */
export type Page = {
  /** Address below the app's `web`, parameters in braces. Also the id that the component is bound by. */
  path: string;
  access: Access;
  /** Texts are found by this key: `<app>.pages.<key>`. Derived from the path. */
  key: string;
  /** The slice whose texts name the page and its sidebar group, where the app that mounts it has none of its own. */
  texts?: string;
  /**
   * `otherwise`: the address that the entry leads to for those who may not see the page. `covers`: further addresses
   * of the app below which the entry is the current one.
   */
  sidebar?: { group: string; order: number; icon?: string; otherwise?: string; covers?: readonly string[] };
  /**
   * Shows nothing itself: leads to the first of these addresses that exists and that the person may open. Below the app's
   * `web` unless they begin with a slash; `{me}` is the caller's user id, other braces are parameters of the path.
   */
  redirects?: readonly string[];
  /** Where a denial leads instead of staying; `{me}` is the caller's user id. */
  onDenied?: string;
  layout: 'main' | 'auth' | 'plain';
  /** Pages made for a phone as well; the others send phones to /not-available-on-mobile. */
  mobile: boolean;
  /** Also reachable signed out below /global. */
  global?: true;
  /** Only a development server has it. */
  development?: true;
};

type PageOptions = {
  access?: Access;
  sidebar?: string;
  order?: number;
  icon?: string;
  otherwise?: string;
  covers?: readonly string[];
  redirects?: readonly string[];
  onDenied?: string;
  layout?: Page['layout'];
  mobile?: boolean;
  global?: true;
  development?: true;
  texts?: string;
};

/** Declares a screen. Only a redirect may leave out its access. */
export function page(
  path: string,
  options: PageOptions & ({ access: Access } | { redirects: readonly string[] }),
): Page {
  const {
    sidebar,
    order = 100,
    icon,
    otherwise,
    covers,
    access = 'signed-in',
    layout = 'main',
    mobile = true,
    ...rest
  } = options;
  return {
    ...rest,
    path,
    access,
    layout,
    mobile,
    key: path.replace(/[{}*]/g, '').split(/[/-]/).filter(Boolean).join('-') || 'home',
    ...(sidebar
      ? {
          sidebar: {
            group: sidebar,
            order,
            ...(icon ? { icon } : {}),
            ...(otherwise ? { otherwise } : {}),
            ...(covers ? { covers } : {}),
          },
        }
      : {}),
  };
}

/** The slice whose texts name a page. */
export const textNamespaceOf = (app: { id: string }, { texts }: Pick<Page, 'texts'>): string => texts ?? app.id;

export type SearchSpec = { list: string; icon: string; company?: string };

/** What slices add to manifests: each declares its own part beside the types that it needs (`common/manifest.ts`). */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface ManifestParts {}

export type AppManifest<Routes extends Record<string, RouteSet> = Record<string, RouteSet>> = {
  id: string;
  /** A solution must be held by the company; a core slice is always there. */
  kind: 'core' | 'solution';
  brand: string;
  /** First part of its pages' addresses. */
  web: string;
  /** First part of its calls' addresses, below /api. */
  api: string;
  icon: string;
  /** Slices whose `common`, `server/api.ts` and `web/parts.tsx` it uses. */
  needs: readonly string[];
  /** Keys of core pages (`places/geofence-list`) whose entries are hidden while one works in this app. */
  hides?: readonly string[];
  /**
   * The lists that Ctrl-K asks: `device.list`, with the icon of its records. `company` is the parameter of the list's
   * address that is the company acted for. How a row is shown stands in the slice's `web/search.ts`.
   */
  search?: readonly SearchSpec[];
  /** What a person may be within the app, besides the role in the company: a guard, a driver, a teacher. */
  personRoles?: readonly string[];
  /** To whom it is offered at all. */
  offered?: AccessRule;
  routes: Routes;
  pages: readonly Page[];
  /**
   * Lowest role of each action that is not a standard one (`read`, `create` …), or that another role has: `device.unlock`,
   * `unlock` or `app.*.unlock`. An action without a role ends the start.
   */
  roles?: Record<string, 'Viewer' | 'Operator' | 'Admin' | 'Super Admin' | 'Financial Admin'>;
} & ManifestParts;

/** The manifest of a slice: data only, read by the server, the browser and the tools alike. */
export function defineApp<Routes extends Record<string, RouteSet>>(
  app: Omit<AppManifest<Routes>, 'kind'> & { kind?: AppManifest['kind'] },
): AppManifest<Routes> {
  return { kind: 'solution', ...app };
}

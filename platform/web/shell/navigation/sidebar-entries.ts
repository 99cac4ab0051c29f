import { type AppManifest, type Page, textNamespaceOf } from '#platform/common/define-app.ts';
import { pageAddress } from '../routing/bind-pages.ts';

/** The sections of the sidebar in their order. `daily` has the daily work with all apps together. */
export const containers = {
  daily: 1,
  applications: 5,
  sites: 8,
  organization: 9,
  market: 10,
  settings: 11,
  'libs examples': 110,
  development: 111,
} as const;
export type Container = keyof typeof containers;
const isContainer = (group: string): group is Container => group in containers;

export type Entry = {
  /** The namespace and key of its text; `brand` is shown if the text is missing. */
  app: string;
  textKey: string;
  brand?: string;
  icon?: string;
  order: number;
  to?: string;
  /** The addresses below which it is the current entry. */
  covers: readonly string[];
  /** Those of them below which another entry is the current one. */
  except?: readonly string[];
  children: Entry[];
};
export type Section = { container: Container; entries: Entry[] };

/** The sections that can be folded into one entry; those that come first are unfolded first. */
const foldable = ['sites', 'applications', 'market', 'settings', 'libs examples', 'development'] as const;
export type Foldable = (typeof foldable)[number];
export const isFoldable = (container: Container): container is Foldable =>
  (foldable as readonly Container[]).includes(container);

/** More entries cannot be taken in at a glance. */
export const mostEntries = 15;

/** The sections that are unfolded at first: as many as keep the sidebar within that number of entries. */
export function unfoldedSections(sections: readonly Section[]): Set<Container> {
  const unfolded = new Set<Container>(
    sections.map(({ container }) => container).filter((container) => !isFoldable(container)),
  );
  const shown = () =>
    sections.reduce((sum, { container, entries }) => sum + (unfolded.has(container) ? entries.length : 1), 0);
  for (const container of foldable) {
    if (!sections.some((section) => section.container === container)) continue;
    unfolded.add(container);
    if (shown() > mostEntries) unfolded.delete(container);
  }
  return unfolded;
}

export type CanOpen = (app: AppManifest, page: Page) => boolean;

type Visible = { app: AppManifest; page: Page; to: string; sidebar: NonNullable<Page['sidebar']> };

/** The sidebar pages of an app that the person may open, or that name an alternative address. */
function visiblePages(app: AppManifest, canOpen: CanOpen): Visible[] {
  return app.pages.flatMap((page) => {
    const { sidebar } = page;
    if (!sidebar || page.redirects) return [];
    if (sidebar.offered && !canOpen(app, { ...page, access: sidebar.offered })) return [];
    const permitted = canOpen(app, page);
    if (!permitted && !sidebar.otherwise) return [];
    if (permitted && page.path.includes('{')) {
      console.warn(`Sidebar: ${app.id} "${page.path}" has parameters and cannot be linked`);
      return [];
    }
    return [{ app, page, sidebar, to: permitted ? pageAddress(app, page) : (sidebar.otherwise as string) }];
  });
}

/** The entry of a list covers all pages of its type: `structures/all` covers `structures/5`. */
const listEnding = /(?:\/(?:list|all))+$/;

function pageEntry({ app, page, sidebar, to }: Visible, textKey = `pages.${page.key}`): Entry {
  return {
    app: textNamespaceOf(app, page),
    textKey,
    order: sidebar.order,
    to,
    covers: [
      // The first page of a slice covers only itself: the others are below the same address.
      ...(page.path === '' ? [] : [(pageAddress(app, page).split('/{')[0] ?? to).replace(listEnding, '')]),
      ...(sidebar.covers ?? []).map((path) => pageAddress(app, { ...page, path })),
    ],
    children: [],
    ...(sidebar.icon ? { icon: sidebar.icon } : {}),
  };
}

/** One entry for the pages of a group; it links to the first of them. */
function groupEntries(pages: Visible[]): (Entry & { section: string | undefined })[] {
  const groups = Map.groupBy(pages, (one) => one.sidebar.group);
  return [...groups].map(([group, members]) => {
    const sorted = members.sort((a, b) => a.sidebar.order - b.sidebar.order);
    const entry = pageEntry(sorted[0] as Visible, `sidebar.${group}`);
    // Pages without an entry of their own, such as a meter, are covered by the prefix of the group.
    const below = pageAddress((sorted[0] as Visible).app, { ...(sorted[0] as Visible).page, path: group });
    return {
      ...entry,
      section: sorted[0]?.sidebar.section,
      covers: [below, ...sorted.flatMap((one) => pageEntry(one).covers)],
    };
  });
}

function inOrder(entries: Entry[], level: number, where: string): Entry[] {
  const seen = new Set<number>();
  for (const entry of entries) {
    if (seen.has(entry.order)) console.warn(`Sidebar: duplicate order ${entry.order} in ${where}`);
    seen.add(entry.order);
    if (level > 2 && entry.icon)
      console.warn(`Sidebar: "${entry.textKey}" is deeper than level 2 and cannot carry an icon`);
  }
  return entries.sort((a, b) => a.order - b.order);
}

/** Addresses that one entry covers more closely than another are those of the first alone. */
function withExceptions(entry: Entry, all: readonly Entry[]): Entry {
  const except = all
    .filter((other) => other !== entry)
    .flatMap(({ covers }) => covers.filter((one) => entry.covers.some((cover) => one.startsWith(`${cover}/`))));
  return except.length > 0 ? { ...entry, except } : entry;
}

/** One entry for a solution, with its groups as children. */
function solutionEntry(app: AppManifest, pages: Visible[], order: number): Entry {
  const groups = groupEntries(pages).map(({ section: _section, ...entry }) => entry);
  const children = inOrder(
    groups.map((entry) => withExceptions(entry, groups)),
    2,
    app.id,
  );
  const first = children[0];
  return {
    app: app.id,
    textKey: 'brand',
    brand: app.brand,
    icon: app.icon,
    order,
    covers: [app.web],
    children,
    ...(first?.to ? { to: first.to } : {}),
  };
}

/** One entry for a solution among the applications, and its pages that name a section there. */
function solutionEntries(app: AppManifest, pages: Visible[], position: number): [Container, Entry][] {
  const isPlaced = ({ sidebar: { section } }: Visible) => section !== undefined && isContainer(section);
  const own = pages.filter((one) => !isPlaced(one));
  return [
    ...sectionEntries(app, pages.filter(isPlaced)),
    ...(own.length > 0 ? [['applications', solutionEntry(app, own, position)] as [Container, Entry]] : []),
  ];
}

/** One entry for each group, in the section that it names. */
const sectionEntries = (app: AppManifest, pages: Visible[]): [Container, Entry][] =>
  groupEntries(pages).map(({ section = 'settings', ...entry }): [Container, Entry] => [
    isContainer(section) ? section : 'settings',
    { icon: app.icon, ...entry },
  ]);

/**
 * The address of the first page of a solution in the sidebar. A core slice has none: its pages are separate entries.
 */
export const homeOf = (app: AppManifest, canOpen: CanOpen): string | undefined =>
  app.kind === 'solution' ? solutionEntry(app, visiblePages(app, canOpen), 0).to : undefined;

/**
 * The pages of a core slice are entries of the container that they name; other groups are entries of their section, or of
 * the settings.
 */
function coreEntries(app: AppManifest, pages: Visible[]): [Container, Entry][] {
  const direct = pages.filter((one) => isContainer(one.sidebar.group));
  const grouped = pages.filter((one) => !isContainer(one.sidebar.group));
  return [
    ...direct.map((one): [Container, Entry] => [one.sidebar.group as Container, { icon: app.icon, ...pageEntry(one) }]),
    ...sectionEntries(app, grouped),
  ];
}

/**
 * Builds the sidebar from the manifests: two levels in containers, without pages that the person may not open or
 * that the current app hides.
 */
export function sidebarOf(apps: readonly AppManifest[], canOpen: CanOpen, path = ''): Section[] {
  const inside = apps.find((app) => app.kind === 'solution' && isAddressBelow(app.web, path));
  const found: [Container, Entry][] = apps.flatMap((app, position) => {
    const pages = visiblePages(app, canOpen).filter(({ page }) => !inside?.hides?.includes(`${app.id}/${page.key}`));
    if (pages.length === 0) return [];
    return app.kind === 'core' ? coreEntries(app, pages) : solutionEntries(app, pages, position);
  });
  return (Object.keys(containers) as Container[])
    .sort((a, b) => containers[a] - containers[b])
    .map((container) => ({
      container,
      entries: inOrder(
        found.filter(([name]) => name === container).map(([, entry]) => entry),
        1,
        container,
      ),
    }))
    .filter((section) => section.entries.length > 0);
}

/** Whether the address is that of the entry or is below what it covers. */
export const isCurrent = (entry: Entry, path: string): boolean =>
  entry.to === path ||
  (entry.covers.some((cover) => isAddressBelow(cover, path)) &&
    !entry.except?.some((cover) => isAddressBelow(cover, path)));

/** Whether the address is this one or is below it. */
export const isAddressBelow = (cover: string, path: string) => path === cover || path.startsWith(`${cover}/`);

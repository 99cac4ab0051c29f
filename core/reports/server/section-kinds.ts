import type { AccessRule } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { registry } from '#platform/common/registry/registry.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ReportSectionSpec } from '../common/manifest.ts';
import { sectionPart } from './provided-sections.ts';

export const reportSections = registry('report section', (app) => app.reportSections);

/** A kind of section with the slice that declares it. */
export type SectionKind = { kind: string; spec: ReportSectionSpec; slice: AppManifest };

export const sectionKinds = (apps: readonly AppManifest[]): SectionKind[] =>
  [...reportSections.of(apps).keys()].flatMap((kind) => sectionKind(apps, kind) ?? []);

export function sectionKind(apps: readonly AppManifest[], kind: string): SectionKind | undefined {
  const spec = reportSections.of(apps).get(kind);
  const slice = apps.find(({ id }) => id === spec?.app);
  return spec && slice && { kind, spec, slice };
}

/** The access of a section within an app; undefined if the app does not have its call. */
export function accessOf(app: AppManifest | undefined, { call }: ReportSectionSpec): AccessRule | undefined {
  const [set = '', name = ''] = call.split('.');
  const access = app?.routes[set]?.[name]?.access;
  return typeof access === 'object' && !('public' in access) ? access : undefined;
}

/** The apps of a kind: those that have its call, which is the slice itself if it is an app. */
export const appsOf = (apps: readonly AppManifest[], { spec, slice }: SectionKind): AppManifest[] =>
  apps.filter(
    (app) =>
      app.kind === 'solution' && (slice.kind === 'core' || slice.id === app.id) && accessOf(app, spec) !== undefined,
  );

export type Refused = 'unknown' | 'app-not-held' | 'no-permission';

/** Why the caller may not have a section of an app; null if the caller may. */
export function refusalOf(
  { kit, actor, may }: Pick<Context, 'kit' | 'actor' | 'may'>,
  { app: id, kind }: { app: string; kind: string },
): Refused | null {
  const found = sectionKind(kit.apps, kind);
  const app = found && appsOf(kit.apps, found).find((one) => one.id === id);
  const access = app && accessOf(app, found.spec);
  if (!found || !access) return 'unknown';
  if (!actor.session.apps.includes(id)) return 'app-not-held';
  return may(access, { app: id }) ? null : 'no-permission';
}

/** The abilities that decide what a person sees of a kind in an app. */
function abilitiesIn(app: AppManifest, { kind, spec }: SectionKind): readonly string[] {
  const { abilities } = sectionPart(kind);
  const needed = accessOf(app, spec)?.ability;
  return abilities ? abilities(app) : needed ? [needed] : [];
}

/** The abilities that decide what a person sees of a section; none if it does not exist. */
export function abilitiesOf(
  apps: readonly AppManifest[],
  { app, kind }: { app: string; kind: string },
): readonly string[] {
  const found = sectionKind(apps, kind);
  const of = found && appsOf(apps, found).find(({ id }) => id === app);
  return found && of ? abilitiesIn(of, found) : [];
}

/** Those of the sections of all apps. */
export const allAbilities = (apps: readonly AppManifest[]): string[] => [
  ...new Set(sectionKinds(apps).flatMap((found) => appsOf(apps, found).flatMap((app) => abilitiesIn(app, found)))),
];

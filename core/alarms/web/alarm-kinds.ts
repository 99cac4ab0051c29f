import type { AppManifest } from '#platform/common/define-app.ts';
import { alarms } from '../app.ts';

/** The alarm kinds of a class, including those of every device. */
export const alarmKindsOf = (app: AppManifest, name: string): string[] =>
  Object.entries({ ...app.alarms, ...alarms.alarms })
    .filter(([, kind]) => kind.class === name)
    .map(([kind]) => kind);

type OfApp = { app: string; value: string };
/** Apps share classes and kinds: the first app that has one names it. */
const firstOfEach = (all: readonly OfApp[]): OfApp[] =>
  all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at);
type ClassesOf = (app: AppManifest) => readonly string[];

/** The alarm classes of apps, each once. */
export const classesOfApps = (apps: readonly AppManifest[], classesOf: ClassesOf): OfApp[] =>
  firstOfEach(apps.flatMap((app) => classesOf(app).map((value) => ({ app: app.id, value }))));

/** The alarm kinds of these classes of apps, each once. */
export const kindsOfApps = (apps: readonly AppManifest[], classesOf: ClassesOf): OfApp[] =>
  firstOfEach(
    apps.flatMap((app) =>
      classesOf(app).flatMap((name) => alarmKindsOf(app, name).map((value) => ({ app: app.id, value }))),
    ),
  );

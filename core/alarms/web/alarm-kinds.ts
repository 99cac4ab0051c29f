import type { AppManifest } from '#platform/common/define-app.ts';
import { alarms } from '../app.ts';

/** The alarm classes of an app. */
export const classesOf = (app: AppManifest): string[] => Object.keys(app.alarmClasses ?? {});

/** The alarm kinds of a class, including those of every device. The app may declare those in another class. */
const alarmKindsOf = (app: AppManifest, name: string): string[] =>
  Object.entries({ ...app.alarms, ...alarms.alarms, ...app.alarms })
    .filter(([, kind]) => kind.class === name)
    .map(([kind]) => kind);

/** The alarm kinds of an app by their classes, including those of every device. */
export const alarmKindsOfApp = (app: AppManifest): string[] =>
  classesOf(app).flatMap((name) => alarmKindsOf(app, name));

type OfApp = { app: string; value: string };
/** Apps share classes and kinds: the first app that has one names it. */
const firstOfEach = (all: readonly OfApp[]): OfApp[] =>
  all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at);
type ChosenClasses = (app: AppManifest) => readonly string[];

/** The alarm classes of apps, each once. */
export const classesOfApps = (apps: readonly AppManifest[], classesIn: ChosenClasses): OfApp[] =>
  firstOfEach(apps.flatMap((app) => classesIn(app).map((value) => ({ app: app.id, value }))));

/** The alarm kinds of these classes of apps, each once. */
export const kindsOfApps = (apps: readonly AppManifest[], classesIn: ChosenClasses): OfApp[] =>
  firstOfEach(
    apps.flatMap((app) =>
      classesIn(app).flatMap((name) => alarmKindsOf(app, name).map((value) => ({ app: app.id, value }))),
    ),
  );

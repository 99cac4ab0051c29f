import type { AppManifest } from '#platform/common/define-app.ts';

/** The parts of a manifest that only people who hold the app need; builds put them into a file of their own. */
export const lateKeys = [
  'routes',
  'commands',
  'sensorTypes',
  'alarmClasses',
  'alarmSubjects',
  'alarms',
  'widgets',
  'search',
  'deviceLogKinds',
  'noticeKinds',
  'scheduleUses',
  'viewLogs',
  'planItems',
  'carriers',
  'groupTabs',
  'retention',
] as const satisfies readonly (keyof AppManifest)[];
type LateParts = Partial<Pick<AppManifest, (typeof lateKeys)[number]>>;

const waiting = new Map<AppManifest, () => Promise<{ late: LateParts }>>();

/** Returns a manifest that lacks its late parts until they are loaded. */
export function completedLater(app: AppManifest, load: () => Promise<{ late: LateParts }>): AppManifest {
  waiting.set(app, load);
  return app;
}

/** Completes manifests; those that are complete cost nothing. */
export async function completeManifests(apps: readonly AppManifest[]): Promise<void> {
  await Promise.all(
    apps.map(async (app) => {
      const load = waiting.get(app);
      if (!load) return;
      Object.assign(app, (await load()).late);
      waiting.delete(app);
    }),
  );
}

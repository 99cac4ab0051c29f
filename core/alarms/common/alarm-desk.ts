import type { SavedFilter } from '#platform/common/define-app.ts';

/** The pages of the alarms of all apps, below the addresses of the core. */
export const deskPaths = { open: 'alarms/list', history: 'alarms/history' } as const;
const deskAddresses = { open: `/core/${deskPaths.open}`, history: `/core/${deskPaths.history}` } as const;

export const historyAddress: string = deskAddresses.history;

/** The address of the open alarms of all apps, optionally with one of them open. */
export const deskAddress = (alarm?: number): string =>
  alarm === undefined ? deskAddresses.open : `${deskAddresses.open}?alarm=${alarm}`;

/** What the pages of an app's alarms lead to: the alarms of all apps, filtered by the app and, if they are given, by a class and by what they are about. */
export const alarmsOfApp = (
  app: string,
  { list = 'open', ofClass, about }: { list?: keyof typeof deskPaths; ofClass?: string; about?: string } = {},
): SavedFilter => ({
  of: deskAddresses[list],
  by: {
    app,
    ...(ofClass === undefined ? {} : { class: ofClass }),
    ...(about === undefined ? {} : { subjectType: about }),
  },
});

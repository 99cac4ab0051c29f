/** Alarms of one kind of concern, with their own abilities, calls and pages. */
export type AlarmClass = {
  /** Collection of its calls: `/alarm/operational`. */
  path: string;
  /** The app's page that lists the open ones; `?alarm=<id>` opens one of them. Mails, bell and search lead there. */
  page: string;
  /** The app's page that lists the closed ones. */
  historyPage?: string;
  /** What may be done with an open alarm. Words beside the standard ones are actions of the app, with handlers of its own. */
  actions: readonly string[];
};

export type AlarmKind = { class: string };

/** What an alarm can be about besides a device. */
export type AlarmSubject = {
  /** The app's page on which one is shown, with `{id}`. */
  page?: string;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    alarmClasses?: Readonly<Record<string, AlarmClass>>;
    alarms?: Readonly<Record<string, AlarmKind>>;
    alarmSubjects?: Readonly<Record<string, AlarmSubject>>;
  }
}

/** What screens can show of a record. The name of the kind is the text `screenKinds.<kind>` of the app. */
export type ScreenKind = {
  /** The app's list of the records, `location.list`; its rows have `id` and `name`. */
  list: string;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind. The server of the app provides what they show with `provideScreen`. */
    screenKinds?: Readonly<Record<string, ScreenKind>>;
  }
}

/** A kind of records of an app that devices are fitted to, such as vehicles. Its text is `carriers.<kind>` of the app. */
export type Carrier = {
  /** The app's page of one record, with `{id}`. */
  page: string;
  /** The app's list of the records, `vehicle.list`; its rows have `id` and `name`. */
  list: string;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind; unique over all slices. The server of the app provides the rows with `provideCarriers`. */
    carriers?: Readonly<Record<string, Carrier>>;
  }
}

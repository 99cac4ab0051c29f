/** A kind of records of an app that plans show. Its text is `planItems.<kind>` of the app. */
export type PlanItemKind = {
  icon: string;
  /** The app's list of the records that can be placed, `door.list`; its rows have `id` and `name`. */
  list: string;
  /** The app's page of one record, with `{id}`. */
  page?: string;
  /** Such an item is an area, whose outline can be drawn. */
  outlined?: true;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind. The server of the app provides the rows with `providePlanItems`. */
    planItems?: Readonly<Record<string, PlanItemKind>>;
  }
}

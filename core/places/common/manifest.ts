/** A kind of spaces. Its text is `spaceKinds.<kind>` of the slice that declares it. */
export type SpaceKind = {
  icon: string;
  /** Such a space has a capacity: seats, places to park. */
  capacity?: true;
  /** The kinds of the spaces that may contain it; without it, such a space is within none. */
  within?: readonly string[];
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind; unique over all slices. */
    spaceKinds?: Readonly<Record<string, SpaceKind>>;
  }
}

/**
 * A kind of views that are recorded because they concern people: of a track, a picture, a search by plate. Its name is the
 * text `viewKinds.<kind>` of the app.
 */
export type ViewKind = {
  /** Views of what is older than this need a reason. */
  reasonAfterHours?: number;
};

/** The header in which a browser sends the reason of a view, percent-encoded. */
export const reasonHeader = 'view-reason';
/** The length of a reason in characters. */
export const reasonLength = { min: 5, max: 300 } as const;
/** The code of the refusal of a view without a reason. */
export const reasonNeededWord = 'reason-needed';

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /**
     * What notices of the slice to people are about; unique over all slices. A person can switch off each separately. Its
     * text is `noticeKinds.<kind>`, as in "Payments and refunds".
     */
    noticeKinds?: readonly string[];
  }
}

export {};

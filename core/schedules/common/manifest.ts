declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /**
     * What of the slice follows the hours of schedules, with `followSchedule` on its server. Its text
     * `scheduleUses.<use>` has the parameters `count` and `shown`.
     */
    scheduleUses?: readonly string[];
  }
}

export {};

/** What a lock model can do in addition to locking. */
export type LockModel = {
  /**
   * It has a keypad: the slots that it keeps, the digits of a code, and the codes that it may not have together:
   * `prefixes`, because it opens without an enter key. `listsCodes: 'slots'`: it reports which slots are used, but not
   * what is in them.
   */
  keypad?: { slots: number; digits: readonly [min: number, max: number]; prefixes?: true; listsCodes?: 'slots' };
  /** How many cards it keeps, each in a slot that the platform writes like that of a code. */
  cards?: number;
  /**
   * The setting for the number of seconds that an order opens it, after which it locks by itself. With 0 it stays open
   * until it is locked. `initial` applies until the lock has reported its setting.
   */
  pulse?: { setting: string; initial: number };
  /** It accepts codes that it computes itself and that cannot be revoked. */
  offlineCodes?: true;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** The locks of an app that mounts `accessRoutes`. `errors`: the first two digits of its error codes. */
    access?: { errors: string; models: Readonly<Record<number, LockModel>> };
  }
}

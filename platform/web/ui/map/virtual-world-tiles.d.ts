/** The tiles that `tools/web/world-tiles.ts` cuts, by name. */
declare module 'virtual:world-tiles' {
  export const addressOf: (name: string) => string;
  /** Those that are not all sea. */
  export const withLand: ReadonlySet<string>;
}

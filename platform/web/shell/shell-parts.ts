import type { BoundApp } from './bind-pages.ts';

let bound: readonly BoundApp[] = [];

/** The apps of this build with what they give to the frame; the router tells them once. */
export const knowParts = (apps: readonly BoundApp[]): void => {
  bound = apps;
};
export const boundApps = (): readonly BoundApp[] => bound;

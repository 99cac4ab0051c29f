import type { ComponentType } from 'react';
import { lazyPart } from '../failures/chunk-failure.ts';
import type { BoundApp } from '../routing/bind-pages.ts';

let bound: readonly BoundApp[] = [];
let inHeader: readonly { id: string; Part: ComponentType }[] = [];

/** The apps of this build with what they give to the frame; the router tells them once. */
export function registerParts(apps: readonly BoundApp[]): void {
  bound = apps;
  inHeader = apps.flatMap(({ app, parts: { header } }) =>
    header ? [{ id: app.id, Part: lazyPart(async () => (await header()).HeaderPart) }] : [],
  );
}
export const boundApps = (): readonly BoundApp[] => bound;

/** What the apps put into the header, in their order. */
export const headerParts = () => inHeader;

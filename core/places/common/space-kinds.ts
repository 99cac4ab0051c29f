import { type Declared, registry } from '#platform/common/registry/registry.ts';
import type { SpaceKind } from './manifest.ts';

/** The kind of spaces whose kind no slice declares any more. */
export const otherKind = 'other';

export type DeclaredSpaceKind = Declared<SpaceKind>;

/** The kinds of spaces that slices declare. */
export const spaceKinds = registry<SpaceKind>('kind of spaces', (app) => app.spaceKinds);

import type { AppManifest } from '#platform/common/define-app.ts';
import type { SpaceKind } from './manifest.ts';

/** The kind of spaces whose kind no slice declares any more. */
export const otherKind = 'other';

export type DeclaredSpaceKind = SpaceKind & { app: string };

/** The kinds of spaces that these slices declare, in their order. */
export function spaceKindsOf(apps: readonly Pick<AppManifest, 'id' | 'spaceKinds'>[]): Map<string, DeclaredSpaceKind> {
  const kinds = new Map<string, DeclaredSpaceKind>();
  for (const { id, spaceKinds = {} } of apps)
    for (const [kind, declared] of Object.entries(spaceKinds)) {
      const other = kinds.get(kind);
      if (other) throw new Error(`${other.app} and ${id} both declare the kind of spaces ${kind}`);
      kinds.set(kind, { ...declared, app: id });
    }
  return kinds;
}

import { useEffect } from 'react';
import { unsavedForms } from '../../shell/routing/unsaved-changes.ts';

/** While `when` is true, leaving the page asks for confirmation. A page may have several. */
export function UnsavedGuard({ when }: { when: boolean }) {
  useEffect(() => {
    if (!when) return;
    unsavedForms.set((count) => count + 1);
    return () => unsavedForms.set((count) => count - 1);
  }, [when]);
  return null;
}

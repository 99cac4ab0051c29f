import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { premisesFile } from '../../common/premises/premises-file.ts';

/** Whether the person may change the file of premises. Those of another company are changed by administrators of the company that watches them. */
export function useMayChange({ structureId, watched }: { structureId: number; watched: boolean }): boolean {
  const { session } = useMe();
  const permitted = usePermitted(premisesFile.can('update'), { resource: watched ? null : structureId });
  return permitted && (!watched || session.user.isAdmin);
}

import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { useMe } from '#platform/web/session/hooks.tsx';

/** Whether the person may install devices of any app in the structure. */
export function useMayInstall(structureId: number): boolean {
  const { session } = useMe();
  if (session.user.adminType === 'Super Admin') return true;
  return session.apps.some((app) => hasAbilityOn(session, app, 'device', 'install', structureId));
}

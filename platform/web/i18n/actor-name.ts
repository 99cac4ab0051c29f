import { useCallback } from 'react';
import { useKitText } from './texts.ts';

/** Who did something: the person, or whoever worked in a session as that person. */
export function useActorName() {
  const t = useKitText();
  return useCallback(
    <Name extends string | null>(person: Name, impersonatedBy: string | null) =>
      person && impersonatedBy ? t('history.as', { person: impersonatedBy, owner: person }) : person,
    [t],
  );
}

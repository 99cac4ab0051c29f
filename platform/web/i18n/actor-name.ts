import { useCallback } from 'react';
import { useKitText } from './texts.ts';

/** The name of the person who acted, with the name of the person who impersonated them, if any. */
export function useActorName() {
  const t = useKitText();
  return useCallback(
    <Name extends string | null>(person: Name, impersonatedBy: string | null) =>
      person && impersonatedBy ? t('history.as', { person: impersonatedBy, owner: person }) : person,
    [t],
  );
}

import { useText } from '../texts.ts';

type Numbered = { number: number; name: string | null };

/** What a group is called: by its name, else by its number. */
export function useGroupName(): (group: Numbered) => string {
  const t = useText();
  return ({ number, name }) => name ?? t('groupNumber', { number });
}

/** What a zone is called: by its name, else by its number. */
export function useZoneName(): (zone: Numbered) => string {
  const t = useText();
  return ({ number, name }) => name ?? t('zoneNumber', { number });
}

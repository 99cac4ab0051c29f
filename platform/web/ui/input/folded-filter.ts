import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { fold } from '#platform/common/search.ts';

/** Finds options as the server finds records: whatever the case, the letter variants and marks of Arabic, or the digits. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const word = fold(search);
  const holds = ({ label }: { label: string }) => fold(label).includes(word);
  return options
    .flatMap((one): ComboboxParsedItem[] => {
      if (!('group' in one)) return holds(one) ? [one] : [];
      const items = one.items.filter(holds);
      return items.length > 0 ? [{ ...one, items }] : [];
    })
    .slice(0, limit);
};

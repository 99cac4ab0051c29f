import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { fold } from '#platform/common/search/search.ts';

/**
 * Filters options as the server searches records: independent of case, Arabic letter variants, diacritics and digits.
 */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const term = fold(search);
  const matches = ({ label }: { label: string }) => fold(label).includes(term);
  return options
    .flatMap((one): ComboboxParsedItem[] => {
      if (!('group' in one)) return matches(one) ? [one] : [];
      const items = one.items.filter(matches);
      return items.length > 0 ? [{ ...one, items }] : [];
    })
    .slice(0, limit);
};

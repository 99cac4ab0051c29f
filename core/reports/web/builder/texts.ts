import { useMemo } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import { offeredOf, ownTitle } from './catalogue.ts';
import type { DraftSection } from './draft.ts';

/** What a section is called in the builder: its own title, else that of its kind. */
export function useSectionNames(catalogue: readonly OfferedSection[]): (section: DraftSection) => string {
  const t = useText();
  const { language } = useFormats();
  return useMemo(
    () => (section) => {
      const own = ownTitle(section)[language].trim();
      if (own) return own;
      if (section.type !== 'data') return t(`builder.types.${section.type}`);
      return offeredOf(catalogue, section)?.name[language] ?? section.kind;
    },
    [t, language, catalogue],
  );
}

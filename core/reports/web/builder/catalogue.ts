import type { Words } from '../../common/document.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import type { DraftSection } from './draft.ts';

type Language = 'en' | 'ar';

/** What the catalogue says of a section; undefined for one without data, or if its kind does not exist any more. */
export const offeredOf = (catalogue: readonly OfferedSection[], section: DraftSection): OfferedSection | undefined =>
  section.type === 'data' ? catalogue.find(({ app, kind }) => app === section.app && kind === section.kind) : undefined;

const leastWidth = 3;

/** The smallest width that a section can have. */
export const leastWidthOf =
  (catalogue: readonly OfferedSection[]) =>
  (section: DraftSection): number =>
    offeredOf(catalogue, section)?.width.least ?? leastWidth;

/** The title that a section has by itself, in both languages; empty for one without. */
export function ownTitle(section: DraftSection): Words {
  if (section.type === 'data') return { en: section.titleEn, ar: section.titleAr };
  return section.type === 'page-break' ? { en: '', ar: '' } : { en: section.en, ar: section.ar };
}

/** The offered sections whose name, or that of their app, has the words, by app. */
export function searched(catalogue: readonly OfferedSection[], search: string, language: Language) {
  const wanted = search.trim().toLocaleLowerCase(language);
  const found = catalogue.filter(({ name, appName }) =>
    [name.en, name.ar, appName.en, appName.ar].some((text) => text.toLocaleLowerCase(language).includes(wanted)),
  );
  return [...Map.groupBy(found, ({ app }) => app)].map(([app, sections]) => ({
    app,
    name: sections[0]?.appName[language] ?? app,
    sections,
  }));
}

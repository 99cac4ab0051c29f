import { useFormats } from '#platform/web/i18n/formats.ts';
import type { DocumentSection } from '../../common/documents.ts';
import { useText } from '../texts.ts';

/** Names sections of documents by their headings. */
export function useSections(): (sections: readonly DocumentSection[]) => string {
  const t = useText();
  const { language } = useFormats();
  const titles: Readonly<Record<DocumentSection, string>> = {
    trend: t('folder.trend'),
    responses: t('folder.responses'),
    visits: t('folder.visits'),
    actions: t('folder.actions'),
    materials: t('tabs.materials'),
    licences: t('permissions.licence'),
    lines: t('report.lines'),
    recommendations: t('tabs.recommendations'),
  };
  return (sections) => new Intl.ListFormat(language).format(sections.map((section) => titles[section]));
}

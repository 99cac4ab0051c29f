import type { DocumentSection } from '../../common/documents.ts';
import { useText } from '../texts.ts';

/** Names sections of documents by their headings. */
export function useSections(): (sections: readonly DocumentSection[]) => string {
  const t = useText();
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
  // Headings stay as they are printed; within a sentence they would begin with capitals.
  return (sections) => sections.map((section) => titles[section]).join(' · ');
}

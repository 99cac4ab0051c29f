import './tables.ts';

export { appReportHandlers } from './app/app-report-handlers.ts';
export { reportTemplateHandlers } from './app/template-handlers.ts';
export {
  type AddedColumn,
  provideReportSection,
  type SectionContext,
  type SectionData,
  type SectionPart,
  type SectionQuestion,
  type SectionRow,
} from './provided-sections.ts';

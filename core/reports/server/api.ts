import './tables.ts';

export {
  type AddedColumn,
  provideReportSection,
  type SectionContext,
  type SectionData,
  type SectionPart,
  type SectionQuestion,
  type SectionRow,
} from './provided-sections.ts';

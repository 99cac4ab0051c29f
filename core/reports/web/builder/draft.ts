import { pageUnits, type Report, type ReportFields, type ReportSection } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { starters } from '../../common/starters.ts';

/** A section while its report is edited. `key` identifies it until the page is left. */
export type DraftSection = ReportSection & { key: number };
export type DraftData = Extract<DraftSection, { type: 'data' }>;
export type Draft = Omit<ReportFields, 'sections'> & { sections: readonly DraftSection[] };

let lastKey = 0;
export const keyed = (section: ReportSection): DraftSection => ({ ...section, key: ++lastKey });

const ownRow = { width: pageUnits, startsRow: true };

/** A new section without data. */
export function plainSection(type: 'heading' | 'text' | 'page-break'): DraftSection {
  if (type === 'heading') return keyed({ type, level: 1, en: '', ar: '', ...ownRow });
  return keyed(type === 'text' ? { type, en: '', ar: '', ...ownRow } : { type, ...ownRow });
}

/** A new section of a kind, in its usual width and with the first choices of its inputs. */
export function dataSection({ app, kind, params, width }: OfferedSection): DraftSection {
  const initial = Object.entries(params).flatMap(([name, param]) =>
    'initial' in param ? [[name, param.initial] as const] : [],
  );
  return keyed({
    ...{ type: 'data', app, kind, params: Object.fromEntries(initial), titleEn: '', titleAr: '', columns: [] },
    ...{ width: width.usual, startsRow: true },
  });
}

export const emptyDraft: Draft = {
  name: '',
  description: '',
  app: null,
  language: 'recipient',
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  period: { preset: 'last-month' },
  structureIds: [],
  sections: [],
  formats: ['pdf'],
  schedule: null,
  waitMinutes: 15,
  skipIfEmpty: false,
  onError: 'hold',
  keepDays: 90,
  active: true,
};

type NewDraft = { key: string | null; name: string; zone: string; offered: readonly OfferedSection[] };

/** The draft that a starter begins with; an empty one without a starter. Each kind is of the first app that has it. */
export function draftOfStarter({ key, name, zone, offered }: NewDraft): Draft {
  const starter = starters.find((one) => one.key === key);
  if (!starter) return emptyDraft;
  const sections = starter.sections.flatMap((kind) => {
    const found = offered.find((one) => one.kind === kind && one.refused === null);
    return found ? [dataSection(found)] : [];
  });
  const { times, weekDays, ...repeats } = starter.schedule;
  const schedule = { ...repeats, times: [...times], weekDays: [...weekDays], timeZone: zone, from: null, until: null };
  return { ...emptyDraft, name, sections, period: starter.period, schedule };
}

/** The draft of a stored report. */
export function draftOf(report: Report): Draft {
  const { name, description, app, language, layout, period, structureIds, formats } = report;
  const { schedule, waitMinutes, skipIfEmpty, onError, keepDays, state } = report;
  return {
    ...{ name, description, app, language, layout, period, structureIds, formats },
    ...{ schedule, waitMinutes, skipIfEmpty, onError, keepDays },
    sections: report.sections.map(keyed),
    // A report that the system has paused resumes when somebody saves it.
    active: state !== 'paused' || report.pausedBecause !== null,
  };
}

/** What is sent of a draft. */
export const fieldsOf = ({ sections, ...fields }: Draft): ReportFields => ({
  ...fields,
  sections: sections.map(({ key: _key, ...section }) => section),
});

/** Whether two drafts would be stored as the same report. */
export const areSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

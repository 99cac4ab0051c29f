import { assertStructures } from '#core/places/server/api.ts';
import type { FieldError } from '#platform/common/list.ts';
import { daysIn } from '#platform/common/time/time.ts';
import { Invalid, invalid } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { ReportSectionSpec } from '../../common/manifest.ts';
import {
  type DataSection,
  maxInRow,
  pageUnits,
  type ReportDefinition,
  type ReportSection,
  reportDefinition,
} from '../../common/report.ts';
import { maxReportDays, periodAt } from '../../common/report-period.ts';
import { rowsOf } from '../../common/section-rows.ts';
import { refusalOf, sectionKind } from '../section-kinds.ts';

type Checking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

/** Refuses with 418 what cannot be laid out or read; the parameters name the sections. `before`: the stored sections. */
export async function checkDefinition(
  context: Checking,
  definition: ReportDefinition,
  before: readonly ReportSection[],
): Promise<void> {
  const { sections, period, structureIds } = definition;
  if ('from' in period && daysIn(periodAt(period, new Date(), 'UTC')) > maxReportDays)
    throw invalid('period', 'periodTooLong');
  const known = new Set(before.flatMap((section) => (section.type === 'data' ? section.kind : [])));
  const errors = [
    ...rowErrors(sections),
    ...sections.flatMap((section, at) =>
      section.type === 'data' ? faultOf(context, section, at, { period, isNew: !known.has(section.kind) }) : [],
    ),
  ];
  if (errors.length > 0) throw new Invalid(errors);
  await assertStructures(context.tx, context.actor, companyOf(context.actor), structureIds, 'structureIds');
}

function rowErrors(sections: readonly ReportSection[]): FieldError[] {
  return rowsOf(sections).flatMap((row): FieldError[] => {
    const at = row.at(-1)?.at ?? 0;
    if (row.length > maxInRow) return [{ param: `sections.${at}.width`, msg: 'tooManyInRow' }];
    const width = row.reduce((sum, { section }) => sum + section.width, 0);
    return width > pageUnits ? [{ param: `sections.${at}.width`, msg: 'widthOver12' }] : [];
  });
}

function faultOf(
  context: Checking,
  section: DataSection,
  at: number,
  { period, isNew }: { period: ReportDefinition['period']; isNew: boolean },
): FieldError[] {
  const { kit } = context;
  const error = (field: string, msg: string): FieldError[] => [{ param: `sections.${at}${field}`, msg }];
  const refused = refusalOf(context, section);
  // One that was there before stays, so that a report outlives its sections; it says why it has no data.
  if (refused) return isNew ? error('', refused === 'unknown' ? 'unknownSection' : refused) : [];
  const spec = sectionKind(kit.apps, section.kind)?.spec;
  if (!spec) return [];
  if (spec.unsupported && isNew) return error('', 'unsupported');
  const [least] = spec.width ?? [3];
  if (section.width < least) return error('.width', 'belowLeastSize');
  if (spec.maxDays !== undefined && longestDays(period) > spec.maxDays) return error('', 'periodTooLong');
  return [...paramErrors(section, spec, at), ...columnErrors(section, spec, at)];
}

/** The longest that a preset can be: that of a full one. */
function longestDays(period: ReportDefinition['period']): number {
  if ('from' in period) return daysIn(periodAt(period, new Date(), 'UTC'));
  const { preset } = period;
  if (preset.endsWith('year')) return maxReportDays;
  if (preset.endsWith('month')) return 31;
  return preset.includes('7') || preset.endsWith('week') ? 7 : 1;
}

function paramErrors({ params }: DataSection, { params: known = {} }: ReportSectionSpec, at: number): FieldError[] {
  const unknown = Object.keys(params).filter((name) => !Object.hasOwn(known, name));
  const wrong = Object.entries(known).filter(([name, param]) => {
    const value = params[name];
    if (value === undefined) return false;
    if (param.kind === 'choice') return typeof value !== 'string' || !param.options.includes(value);
    if (param.kind === 'number') return typeof value !== 'number' || value < param.min || value > param.max;
    return !Array.isArray(value) || value.length > param.most || !value.every((id) => Number.isSafeInteger(id));
  });
  return [...unknown, ...wrong.map(([name]) => name)].map((name) => ({
    param: `sections.${at}.params.${name}`,
    msg: 'invalid',
  }));
}

function columnErrors({ columns }: DataSection, spec: ReportSectionSpec, at: number): FieldError[] {
  return columns
    .filter((key) => !Object.hasOwn(spec.columns, key))
    .map((key) => ({ param: `sections.${at}.columns.${key}`, msg: 'invalid' }));
}

/** What a run keeps of a report. */
export const definitionOf = (report: ReportDefinition): ReportDefinition => reportDefinition.parse(report);

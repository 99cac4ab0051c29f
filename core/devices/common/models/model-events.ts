import type { AppManifest } from '#platform/common/define-app.ts';
import type { AttributeSpec, HardwareModel } from '../manifest.ts';

/** The attributes that every device may report. */
export const commonAttributes: Readonly<Record<string, AttributeSpec>> = { firmware: { kind: 'text' } };

/** The attributes that rules of an app may watch, of all its models or of those of a solution. */
export function attributesOf(
  app: Pick<AppManifest, 'hardware'>,
  solutionId: number | null,
): Record<string, AttributeSpec> {
  return Object.assign({ ...commonAttributes }, ...modelsOf(app, solutionId).map(({ attributes }) => attributes ?? {}));
}

/** The kinds of events that models of an app, or of one solution, report. */
export function eventsOf(
  app: Pick<AppManifest, 'hardware'>,
  solutionId: number | null,
): NonNullable<HardwareModel['events']> {
  return Object.assign({}, ...modelsOf(app, solutionId).map(({ events }) => events ?? {}));
}

const modelsOf = ({ hardware = [] }: Pick<AppManifest, 'hardware'>, solutionId: number | null) =>
  solutionId === null ? hardware : hardware.filter(({ solution }) => solution === solutionId);

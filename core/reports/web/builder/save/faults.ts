import type { FieldError } from '#platform/common/list.ts';
import type { Draft } from '../draft.ts';

/** The parts of the builder, each of which shows the errors of its fields. */
export const builderTabs = ['sections', 'period', 'schedule', 'recipients', 'files'] as const;
export type BuilderTab = (typeof builderTabs)[number];

/**
 * An error of a field. `path` has the keys of sections instead of their positions, so that it stays with a section that is
 * moved: `sections.#7.params.step`. `text` is shown under the field.
 */
export type Fault = {
  path: string;
  text: string;
  /** The value that was wrong: once it is changed, the error is no longer shown. */
  value: string;
};

/** The value of a field of the draft, to be compared. */
export function valueAt(draft: Draft, path: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => {
    if (Array.isArray(at) && name.startsWith('#')) return at.find(({ key }) => key === Number(name.slice(1)));
    return typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  }, draft);
  return JSON.stringify(value) ?? '';
}

/** The errors as the server or the schema has named them, in the draft that was sent. */
export const faultsOf = (errors: readonly FieldError[], draft: Draft, textOf: (message: string) => string): Fault[] =>
  errors.map(({ param, msg }) => {
    const path = param.replace(/^sections\.(\d+)/, (all, at: string) => {
      const section = draft.sections[Number(at)];
      return section ? `sections.#${section.key}` : all;
    });
    return { path, text: textOf(msg), value: valueAt(draft, path) };
  });

const tabOfField: Readonly<Record<string, BuilderTab>> = {
  name: 'sections',
  description: 'sections',
  sections: 'sections',
  period: 'period',
  structureIds: 'period',
  schedule: 'schedule',
  waitMinutes: 'schedule',
  active: 'schedule',
};

/** Where a field is. The name is above the sections, in a wide window above all tabs. */
export const tabOf = ({ path }: Pick<Fault, 'path'>): BuilderTab => tabOfField[path.split('.')[0] ?? ''] ?? 'files';

/** The section that an error is about. */
export function sectionOf({ path }: Pick<Fault, 'path'>): number | null {
  const [, key] = /^sections\.#(\d+)/.exec(path) ?? [];
  return key === undefined ? null : Number(key);
}

/** Looks up the errors of fields that have not been changed since. */
export function lookUp(all: readonly Fault[], draft: Draft) {
  const faults = all.filter(({ path, value }) => valueAt(draft, path) === value);
  const at = (path: string): string | undefined => faults.find((fault) => fault.path === path)?.text;
  const within = (path: string): string | undefined =>
    faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.text;
  return {
    faults,
    at,
    /** That of the field or of a part of it. */
    within,
    section: (key: number): boolean => within(`sections.#${key}`) !== undefined,
  };
}
export type FaultOf = ReturnType<typeof lookUp>;

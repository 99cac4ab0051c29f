import type { AlarmDetail } from '#core/alarms/common/alarm.ts';

/** What came of a call to a contact. */
export const callResults = ['called', 'no-answer', 'code-ok', 'code-wrong'] as const;
export type CallResult = (typeof callResults)[number];

const stepMark = 'step-done';
const isResult = (mark: unknown): mark is CallResult => callResults.some((one) => one === mark);

/** The last result for each contact, by the name with which the comment begins. */
export function resultsOf({ events }: Pick<AlarmDetail, 'events'>): ReadonlyMap<string, CallResult> {
  return new Map(events.flatMap(({ text, data: { mark } }) => (text && isResult(mark) ? [[text, mark] as const] : [])));
}

/** The steps of the action plan that are done, with the person and the time. */
export const stepsDone = ({ events }: Pick<AlarmDetail, 'events'>) =>
  new Map(
    events.flatMap(({ text, at, actor, data: { mark } }) =>
      text && mark === stepMark ? [[text, { at, by: actor?.name ?? null }] as const] : [],
    ),
  );

export const stepDone = (step: string) => ({ comment: step, mark: stepMark });

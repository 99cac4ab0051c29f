import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { showFirstError } from '#platform/web/ui/form/first-error.ts';
import { type AddStep, addSteps, type Fault, reachedWith, stepOf } from './draft.ts';

/** The step whose faults are shown. Each rejection is a new object, so that its first wrong field is focused again. */
type Rejected = { step: AddStep };

/**
 * The step in the address, which is opened only if all before it are complete. Who goes on from an incomplete one sees
 * what is wrong with it.
 */
export function useSteps(faults: readonly Fault[]) {
  const reached = reachedWith(faults);
  const [params, setParams] = useSearchParams();
  const names: readonly string[] = addSteps;
  const asked = names.indexOf(params.get('step') ?? '');
  const active = Math.min(Math.max(asked, 0), reached);
  const step = addSteps[active] ?? 'place';
  // Otherwise the asked step would open by itself once those before it are complete.
  useEffect(() => {
    if (asked > active) setParams({ step }, { replace: true, preventScrollReset: true });
  }, [asked, active, step, setParams]);
  const [rejected, setRejected] = useState<Rejected | null>(null);
  const [refused, setRefused] = useState<readonly Fault[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<HTMLDivElement>(null);
  /** What has had the focus: a step, and a rejection, which is shown once, as soon as its step is. */
  const shown = useRef<{ step: AddStep; rejected: Rejected | null }>({ step, rejected: null });
  useEffect(() => {
    const before = shown.current;
    const isNews = rejected?.step === step && rejected !== before.rejected;
    shown.current = { step, rejected: isNews ? rejected : before.rejected };
    if (isNews && form.current && showFirstError(form.current)) return;
    // Another step is read and used from its beginning.
    if (before.step !== step) content.current?.focus({ preventScroll: true });
  }, [rejected, step]);
  const goTo = (at: number) => setParams({ step: addSteps[at] ?? 'place' });
  const errorAt = useErrors([...refused, ...(rejected?.step === step ? faults : [])]);
  return {
    active,
    step,
    form,
    content,
    errorAt,
    /** Begins again with an empty form, in which nothing is wrong yet. */
    restart() {
      setRejected(null);
      setRefused([]);
      goTo(0);
      content.current?.focus({ preventScroll: true });
    },
    /** How far the steps may be chosen: from each one to the next, which then says what is missing. */
    reached: Math.max(reached, active + 1),
    open(at: number) {
      const isWrong = at > active && faults.some(({ path }) => stepOf(path) === step);
      setRejected(isWrong ? { step } : null);
      if (!isWrong) goTo(Math.min(at, reached));
    },
    /** Opens the step of what the server has refused, and shows it there. */
    refuse(found: readonly Fault[]) {
      const [first] = found;
      if (!first) return;
      setRefused(found);
      setRejected({ step: stepOf(first.path) });
      goTo(addSteps.indexOf(stepOf(first.path)));
    },
    /** What was refused has changed. */
    changed: () => setRefused([]),
  };
}

/** The text of the fault at a field. */
function useErrors(faults: readonly Fault[]) {
  const { label, has } = useLabels('sparking');
  return (path: string): string | undefined => {
    const found = faults.find((one) => one.path === path);
    if (!found) return undefined;
    const key = `validation.${found.message}`;
    return label(has(key) ? key : 'validation.invalid', found.values);
  };
}

import { type RefObject, useEffect, useRef } from 'react';

/** What marks a field as wrong: an input itself, or the message below a group of inputs. */
const marks = '[aria-invalid="true"], [class*="mantine-"][class*="-error"]';
const focusable = 'input:not([type="hidden"]), textarea, select, button, [tabindex]';

/**
 * Scrolls to the first field of the form that shows an error, and focuses it. Returns false if no visible field shows
 * one, so that the form has to show what is wrong.
 */
export function showFirstError(form: HTMLElement): boolean {
  const [first] = [...form.querySelectorAll<HTMLElement>(marks)].filter((one) => one.getClientRects().length > 0);
  if (!first) return false;
  const input = first.matches(focusable) ? first : firstInputOf(first);
  // Focusing scrolls no further than the edge, where bars may cover the field.
  input?.focus({ preventScroll: true });
  (input ?? first).scrollIntoView({ block: 'center' });
  return true;
}

/** The first input of the group whose message this is. */
const firstInputOf = (message: HTMLElement): HTMLElement | null =>
  message.parentElement?.querySelector<HTMLElement>(focusable) ?? null;

/** The ref of a form whose first wrong field is shown whenever it gets new errors. */
export function useFirstError<Form extends HTMLElement>(
  errors: Readonly<Record<string, unknown>>,
): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (form.current && Object.keys(errors).length > 0) showFirstError(form.current);
  }, [errors]);
  return form;
}

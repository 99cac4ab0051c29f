import type { FieldError } from '../common/list.ts';

/** A refused request. Both locales explain the code of the reason under `errors.<word>`. */
export class Refusal extends Error {
  readonly status: number;
  readonly word: string;
  readonly detail: Record<string, unknown>;
  readonly code: string;
  constructor(status: number, word: string, detail: Record<string, unknown> = {}, code = '') {
    super(word);
    this.status = status;
    this.word = word;
    this.detail = detail;
    this.code = code || `0000${String(status).padStart(4, '0')}`;
  }
}

/**
 * Creates a Refusal: `throw refuse(409, 'slot-taken', { alternatives })`. `code` has eight digits: two app, two module,
 * four error.
 */
export const refuse = (status: number, word: string, detail?: Record<string, unknown>, code?: string) =>
  new Refusal(status, word, detail, code);

/**
 * Refuses to remove a record while `count` rows of a slice refer to it: 409 `in-use` with `by`, the slice and what its
 * rows are. The texts of the slice explain it under `inUse.<what>`.
 */
export function refuseInUse(app: string, what: string, count: number): void {
  if (count > 0) throw refuse(409, 'in-use', { by: `${app}.${what}`, count });
}

/** Status 418: the errors of each field, as keys of `validation.*`. */
export class Invalid extends Error {
  readonly errors: readonly FieldError[];
  /** The code of the error as a whole; empty if it has none of its own. */
  readonly code: string;
  constructor(errors: readonly FieldError[], code = '') {
    super('invalid');
    this.errors = errors;
    this.code = code;
  }
}
export const invalid = (param: string, msg: string) => new Invalid([{ param, msg }]);

import type { FieldError } from '#platform/common/list.ts';

/**
 * The error of a call. Status 0: the server could not be reached. `word` is the code of the reason, explained under
 * `errors.<word>`.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly word: string | undefined;
  readonly msg: string;
  /** Field errors of a 418. */
  readonly errors: readonly FieldError[];
  readonly detail: unknown;
  /** The app of the call that failed. */
  readonly app: string | undefined;
  /** Set by a form that displays all field errors of a 418; otherwise a notice shows them. */
  shown = false;
  /** Whether the call was kept, to be sent when the server can be reached. */
  kept = false;

  constructor(
    status: number,
    body: {
      code?: string | number;
      msg?: string;
      word?: string;
      errors?: readonly FieldError[];
      detail?: unknown;
    } = {},
    app?: string,
  ) {
    super(`${status} ${body.word ?? body.msg ?? ''}`.trim());
    this.name = 'RequestError';
    this.status = status;
    this.code = body.code === undefined ? undefined : String(body.code);
    this.word = body.word;
    this.msg = body.msg ?? '';
    this.errors = body.errors ?? [];
    this.detail = body.detail;
    this.app = app;
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

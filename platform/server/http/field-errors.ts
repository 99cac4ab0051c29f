import { z } from 'zod';
import type { FieldError } from '../../common/list.ts';
import { messageKey } from '../../common/text/message-key.ts';

/** Gives every schema of this process the messages that both locales explain. */
export const explainByKeys = (): void => void z.config({ customError: messageKey });

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code?: string; keys?: readonly string[] };

/** The field errors of zod's issues, below the field `parent`; an unknown field is named itself. */
export const fieldErrors = (issues: readonly Issue[], ...parent: PropertyKey[]): FieldError[] =>
  issues.flatMap(({ path, message, code, keys = [] }) => {
    const at = [...parent, ...path];
    const paths = code === 'unrecognized_keys' ? keys.map((key) => [...at, key]) : [at];
    return paths.map((one) => ({ param: one.join('.'), msg: message }));
  });

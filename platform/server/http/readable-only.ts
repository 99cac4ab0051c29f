import type { FastifySchemaCompiler } from 'fastify';
import { unreadableField } from '../../common/text/plain-text.ts';
import { Invalid } from '../refuse.ts';

/** Runs before schema validation, because deeply nested values would overflow recursive code. */
export const readableOnly =
  <Schema>(compile: FastifySchemaCompiler<Schema>): FastifySchemaCompiler<Schema> =>
  (part) => {
    const check = compile(part);
    return (data: unknown) => {
      const fault = unreadableField(data);
      return fault ? { error: new Invalid([fault]) } : check(data);
    };
  };

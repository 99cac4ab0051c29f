import type { FastifySchemaCompiler } from 'fastify';
import { unreadableField } from '../common/plain-text.ts';
import { Invalid } from './refuse.ts';

/** Asks before the shape: what is nested too deep would overthrow those who read it by recursion. */
export const readableOnly =
  <Schema>(compile: FastifySchemaCompiler<Schema>): FastifySchemaCompiler<Schema> =>
  (part) => {
    const check = compile(part);
    return (data: unknown) => {
      const fault = unreadableField(data);
      return fault ? { error: new Invalid([fault]) } : check(data);
    };
  };

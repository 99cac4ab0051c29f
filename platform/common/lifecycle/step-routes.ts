import type { z } from 'zod';
import type { Access } from '../access.ts';
import { type Route, route } from '../route.ts';
import type { Lifecycle } from './lifecycle.ts';

export type StepRoute<Body, Reply> = Route<{ id: number }, unknown, Body, Reply, false>;

/**
 * Declares the calls of the steps of a lifecycle that people take, `POST {path}/{id}/{step}`; each returns the record. Name
 * the route after its step, so that `StepButtons` finds it. A repeat with the same `Idempotency-Key` returns the first reply.
 */
export const stepRoutes =
  <Name extends string, State extends string, Party extends string, Reply>(
    _lifecycle: Lifecycle<Name, State, Party>,
    path: `/${string}`,
    reply: z.ZodType<Reply>,
  ) =>
  <Body>(step: Name, options: { access: Access; body?: z.ZodType<Body> }): StepRoute<Body, Reply> =>
    route.post<string, unknown, Body, Reply, { id: number }>(`${path}/{id}/${step}`, {
      ...options,
      reply,
      status: 200,
      idempotent: true,
    });

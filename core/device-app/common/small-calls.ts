import { z } from 'zod';
import { countryRoutes } from '#core/countries/common/country.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';

const named = z.object({ id: z.number(), name: z.string() });
const suggestion = named.extend({
  companyId: z.number(),
  serial: z.string(),
  solutionId: z.number(),
  structure: named.nullable(),
});
const structureCount = z.object({
  structure: named,
  devices: z.number(),
  online: z.number(),
  sleeping: z.number(),
  offline: z.number(),
});

export const suggestionList = {
  search: ['name', 'serial'],
  filter: ['solutionId', 'structureId', 'state'],
  sort: ['name'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** Every call that `deviceApp` mounts on request. All are for people who may read devices of the app. */
function allCalls(app: string) {
  const access = canDo(`${app}.device`, 'read');
  const { all, anyCity } = countryRoutes;
  return {
    /** Devices for a field that a person types into, by name. */
    suggestion: route.list('/device/suggestion', { access, reply: suggestion, list: suggestionList }),
    /** The structures with the most installed devices, at most 1,000. */
    countByStructure: route.get('/device/count-by-structure', { access, reply: z.array(structureCount) }),
    /** Hardware models by name. */
    basic: route.list('/hardware/basic', {
      access,
      reply: z.object({ id: z.number(), solutionId: z.number(), name: z.object({ en: z.string(), ar: z.string() }) }),
      list: {},
    }),
    /** The structures whose devices the caller may read. */
    structures: route.list('/metadata/structures', {
      access,
      reply: named.extend({ companyId: z.number() }),
      list: { search: ['name'], sort: ['name'], defaultSort: ['name', 'asc'] },
    }),
    /** The active staff of the company, for a field in which a person is chosen. */
    user: route.list('/user', { access, reply: named, list: { search: ['name'] } }),
    country: { ...all, access },
    /** Cities of all countries. */
    city: { ...anyCity, path: '/city', access },
  };
}
export type SmallCalls = ReturnType<typeof allCalls>;
export type SmallCall = keyof SmallCalls;

/** The calls with these names. Handlers: those of `deviceAppHandlers`. */
export function smallCalls<Name extends SmallCall>(app: string, names: readonly Name[]): Pick<SmallCalls, Name> {
  const all = allCalls(app);
  const mounted: Partial<Pick<SmallCalls, Name>> = {};
  for (const name of names) mounted[name] = all[name];
  return mounted as Pick<SmallCalls, Name>;
}

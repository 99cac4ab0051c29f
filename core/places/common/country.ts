import { z } from 'zod';
import { route } from '#platform/common/route.ts';

export const unitedArabEmirates = 233;

const country = z.object({
  id: z.number(),
  name: z.string(),
  /** In the language of the request. */
  localizedName: z.string(),
  shortCode: z.string(),
  timeZones: z.array(z.string()),
});
const city = z.object({
  id: z.number(),
  name: z.string(),
  localizedName: z.string(),
  location: z.object({ lat: z.number(), lng: z.number() }),
});

export const cityList = {
  search: ['name'],
  sort: ['name', 'population'],
  defaultSort: ['population', 'desc'],
} as const;
const beforeSession = { public: 'sign-up asks for the country before there is a session' };

export const countryRoutes = {
  all: route.get('/country', { access: beforeSession, reply: z.array(country) }),
  cities: route.list('/country/{id}/city', { access: beforeSession, reply: city, list: cityList }),
  timeZones: route.get('/country/timezone', {
    access: beforeSession,
    reply: z.array(z.object({ name: z.string(), offset: z.string(), countryIds: z.array(z.number()) })),
  }),
};

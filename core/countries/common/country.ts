import { z } from 'zod';
import { route } from '#platform/common/route.ts';

const country = z.object({
  id: z.number(),
  name: z.string(),
  /** In the language of the request. */
  localizedName: z.string(),
  shortCode: z.string(),
  timeZones: z.array(z.string()),
  /** In every language, so that a browser that keeps the list need not ask again when the language changes. */
  names: z.object({ en: z.string(), ar: z.string() }),
});
export type Country = z.infer<typeof country>;
const city = z.object({
  id: z.number(),
  name: z.string(),
  localizedName: z.string(),
  location: z.object({ lat: z.number(), lng: z.number() }),
});

const largeCity = z.object({ name: z.string(), lat: z.number(), lng: z.number() });

export const cityList = {
  search: ['name'],
  sort: ['name', 'population'],
  defaultSort: ['population', 'desc'],
} as const;
const beforeSession = {
  public: 'sign-up asks for the country before there is a session, and a gazetteer holds no secret',
};

export const countryRoutes = {
  all: route.get('/country', { access: beforeSession, reply: z.array(country) }),
  cities: route.list('/country/{id}/city', { access: beforeSession, reply: city, list: cityList }),
  /** Cities of all countries; each has its country's name in the language of the request. */
  anyCity: route.list('/country/city', {
    access: beforeSession,
    reply: city.extend({ country: z.string() }),
    list: cityList,
  }),
  /** What maps are labelled with: cities whose names are known in both languages, the largest first. */
  largestCities: route.get('/country/largest-city', { access: beforeSession, reply: z.array(largeCity) }),
  timeZones: route.get('/country/timezone', {
    access: beforeSession,
    reply: z.array(z.object({ name: z.string(), offset: z.string(), countryIds: z.array(z.number()) })),
  }),
};

import fc from 'fast-check';
import { hostileText, hostileValue, valuesFor } from './hostile-values.ts';
import type { Registered } from './registered-routes.ts';

/** Who sends the requests, with the email address of the demo account. */
export const people = {
  nobody: null,
  stranger: 'other@rasid.test',
  viewer: 'viewer@rasid.test',
  customer: 'customer@rasid.test',
  'platform administrator': 'super@rasid.test',
} as const;
export type PersonKind = keyof typeof people;

export type HostileRequest = {
  who: PersonKind;
  url: string;
  type: string;
  body: string | undefined;
  headers: Record<string, string>;
};

const oddId = fc.constantFrom('0', '-1', '2147483648', '1e400', '%00', '__proto__', '%ED%A0%80', '1.5', '..%2F', '99');
const pathId = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
  { weight: 1, arbitrary: oddId },
);

function pathsOf({ app, route }: Registered): fc.Arbitrary<string> {
  const parts = `${app.api}${route.path}`.split(/\{\w+\}/);
  return fc
    .array(pathId, { minLength: parts.length - 1, maxLength: parts.length - 1 })
    .map((ids) => parts.map((part, at) => part + (ids[at] ?? '')).join(''));
}

/** A URL cannot contain lone surrogates. Browsers send U+FFFD instead. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3000).toWellFormed());

function queriesOf({ route }: Registered): fc.Arbitrary<string> {
  const { filter = [], sort = [] } = route.list ?? {};
  const keys = [
    ...(route.many ? ['limit', 'skip', 'total', 'search', 'sort[id]', 'constructor', '__proto__[x]'] : []),
    ...filter.flatMap((name) => [name, name, ...['from', 'to', 'min', 'max'].map((part) => `${name}[${part}]`)]),
    ...sort.map((name) => `sort[${name}]`),
  ];
  const lists = keys.length
    ? fc.array(
        fc.tuple(fc.constantFrom(...keys), fc.oneof(hostileText, fc.constantFrom('asc', 'desc', '1', 'sample'))),
        {
          maxLength: 4,
        },
      )
    : fc.constant([]);
  const own = route.query ? valuesFor(route.query) : fc.constant({});
  return fc.tuple(own, lists).map(([values, pairs]) => {
    const more = Object.entries(values !== null && typeof values === 'object' ? values : {});
    return [...more, ...pairs]
      .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
      .join('&')
      .slice(0, 8000);
  });
}

const bodiesOf = ({ route }: Registered): fc.Arbitrary<string | undefined> => {
  if (route.method === 'GET') return fc.constant(undefined);
  const whole = route.body ? valuesFor(route.body) : hostileValue;
  return fc.oneof(
    { weight: 12, arbitrary: whole.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '\u0000', '[1,', '{"a":1}}', `${'['.repeat(60_000)}`) },
  );
};
const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
      'application/json; charset=utf-16',
    ),
  },
);
const odd = fc.constantFrom('', '0', '-1', '2147483648', 'x'.repeat(300), 'null', '1,2', '2');
const oddHeaders = fc.record(
  {
    'customer-id': odd,
    'on-behalf-of': odd,
    'idempotency-key': odd,
    'x-done-at': odd,
    'accept-language': odd,
    'if-none-match': odd,
  },
  { requiredKeys: [] },
);
const headers = fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });

/** Requests to the route: mostly of the shape that it accepts, with hostile values, types and headers. */
export const hostileRequestsOf = (registered: Registered): fc.Arbitrary<HostileRequest> =>
  fc.record({
    who: fc.constantFrom(...(Object.keys(people) as PersonKind[])),
    url: fc
      .tuple(pathsOf(registered), queriesOf(registered))
      .map(([path, query]) => `/api${path}${query ? `?${query}` : ''}`),
    type: types,
    body: bodiesOf(registered),
    headers,
  });

import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the shapes of routes use. */
type Json = {
  type?: string;
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
};

/** A JSON value with this nesting depth. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

const texts = [
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  '\u001b[31mred',
  'two\r\nlines',
  '\ud800',
  'a\udfffb',
  '\u202Egnp.exe',
  '\u2066x\u2069',
  "' OR 1=1 --",
  '%_\\',
  '{}',
  '[]',
  'null',
  'NaN',
  'constructor',
  '__proto__',
  'toString.x.y',
  'é'.repeat(3000),
  'x'.repeat(50_000),
  '((((((((((a+)+)+)+)+$',
  '-1',
  '0',
  '1e400',
  '99999999999999999999',
  '2147483648',
  '1,2,x',
];
const dates = [
  '-271821-04-20',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '99999-01-01',
  '+099999-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999+14:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '2026-02-30',
  '2026-05-01T24:00:00Z',
  '2026-05-01T12:00:00+23:59',
  '4714-11-24 BC',
  'infinity',
  'now',
  '25:61',
];
const numbers = [0, -0, -1, 0.5, 1e-320, 2147483647, 2147483648, -2147483649, 2 ** 53, 2 ** 63, 1e308, -1e308];

const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom(...dates),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const number = fc.oneof(fc.constantFrom(...numbers), fc.integer(), fc.double());
/** Large structures are built on use, so that the report of a failing example stays short. */
const structure = fc.constantFrom(
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":["read"],"prototype":{"x":1}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":[]}',
  '{"a\\u0000b":"c","\\ud800":1}',
  '[[],[[]],{}]',
  '[null,null]',
  '{}',
  '"deep"',
  '"wide"',
  '"long"',
);
const buildStructure: Record<string, () => unknown> = {
  '"deep"': () => nested(5000),
  '"wide"': () => Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`k${at}`, at])),
  '"long"': () => Array.from({ length: 20_000 }, (_, at) => at),
};
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  structure.map((json) => buildStructure[json]?.() ?? JSON.parse(json)),
  fc.constantFrom(null, true, []),
);
export const hostileText = fc.oneof(text, number.map(String));

const rarely = (common: fc.Arbitrary<unknown>, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 6, arbitrary: common }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));

const sampleValues: Record<string, unknown> = {
  email: 'someone@example.test',
  password: 'Sample words 2026',
  timeZone: 'Asia/Dubai',
};

/** Values for a schema: mostly valid ones, sometimes hostile ones. */
export const valuesFor = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, '');

function valuesOf(json: Json, name: string): fc.Arbitrary<unknown> {
  if (name in sampleValues) return rarely(fc.constant(sampleValues[name]), hostileValue, text);
  if (json.const !== undefined) return rarely(fc.constant(json.const), hostileValue);
  if (json.enum) return rarely(fc.constantFrom(...json.enum), hostileValue);
  const either = json.anyOf ?? json.oneOf;
  if (either) return fc.oneof(...either.map((schema) => valuesOf(schema, name)));
  if (json.type === 'object') return rarely(objectOf(json), hostileValue);
  if (json.type === 'array')
    return rarely(
      fc.array(valuesOf(json.items ?? {}, name), { minLength: 1, maxLength: 3 }),
      fc.constant([]),
      hostileValue,
    );
  if (json.type === 'number' || json.type === 'integer')
    return rarely(fc.integer({ min: 1, max: 9 }), number, hostileValue);
  if (json.type === 'boolean') return rarely(fc.boolean(), hostileValue);
  if (json.format === 'date-time')
    return rarely(fc.constant('2026-05-01T12:00:00Z'), fc.constantFrom(...dates), hostileValue);
  if (json.type === 'string') return rarely(fc.constant('sample text'), text, text, hostileValue);
  return hostileValue;
}

function objectOf(json: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries(json.properties ?? {});
  const model = Object.fromEntries(properties.map(([key, schema]) => [key, valuesOf(schema, key)]));
  const fixed = fc.record(model, { requiredKeys: json.required ?? [] });
  if (typeof json.additionalProperties !== 'object') return fixed;
  const keys = fc.oneof(fc.constantFrom('1', 'sample', 'constructor', 'toString', 'a\u0000b'), text);
  const more = fc.dictionary(keys, valuesOf(json.additionalProperties, ''), { minKeys: 1, maxKeys: 3 });
  return fc.tuple(fixed, more).map(([some, others]) => ({ ...others, ...(some as object) }));
}

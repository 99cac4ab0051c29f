import { z } from 'zod';
import { closedWeek } from '#platform/common/time/week-schedule.ts';

type Json = {
  type?: string;
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  minItems?: number;
  maxLength?: number;
  pattern?: string;
};

// Values for fields whose schema does not describe their format.
const sampleValues: Record<string, unknown> = {
  email: 'someone@example.test',
  phone: '+971501234567',
  hash: 'f'.repeat(64),
  password: 'Sample words 2026',
  timeZone: 'Asia/Dubai',
  month: '2026-05',
  ids: '1,2',
  week: closedWeek(),
  high: 8,
  doneOn: '2026-05-01',
  dueOn: '2027-05-01',
};

/** A PNG of one pixel. Every route with an upload accepts it. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A request body that passes the validation of the schema. A body with a file is a FormData. */
export function sampleBody(schema: z.ZodType): unknown {
  const body = sampleOf(schema);
  const fields = Object.entries(Object(body) as Record<string, unknown>);
  if (!fields.some(([, value]) => value instanceof Blob)) return body;
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

/** A value that passes the validation of the schema. */
export function sampleOf(schema: z.ZodType): unknown {
  return build(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, '');
}

/** Digits that do not form an easy code. */
const digits = '738246159';

function build(json: Json, name: string): unknown {
  if (json.pattern === '^\\d*$') return digits.slice(0, json.maxLength);
  if (json.pattern === '^\\d{3} ?\\d{3}$') return digits.slice(0, 6);
  if (json.pattern === '^([01]\\d|2[0-3]):[0-5]\\d$') return '08:00';
  if (name in sampleValues) return sampleValues[name];
  if (json.const !== undefined) return json.const;
  if (json.enum) return json.enum[0];
  const either = json.anyOf ?? json.oneOf;
  if (either) return build(either[0] as Json, name);
  if (json.type === 'object')
    return Object.fromEntries((json.required ?? []).map((key) => [key, build(json.properties?.[key] ?? {}, key)]));
  if (json.type === 'array') return Array.from({ length: json.minItems ?? 0 }, () => build(json.items ?? {}, name));
  if (json.type === 'number' || json.type === 'integer')
    return Math.max(json.minimum ?? 1, (json.exclusiveMinimum ?? 0) + 1);
  if (json.type === 'boolean') return true;
  if (json.format === 'binary') return new Blob([Uint8Array.from(Buffer.from(pixel, 'base64'))]);
  if (json.format === 'uri') return 'https://example.test/sample';
  if (json.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (json.format === 'date-time') return '2026-05-01T12:00:00Z';
  if (json.format === 'date') return '2026-05-01';
  return 'sample'.padEnd(json.minLength ?? 0, 's');
}

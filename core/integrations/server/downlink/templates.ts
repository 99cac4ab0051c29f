const placeholder = /\{\{([\w.]+)\}\}/g;

/** The value at a path of names, such as `params.seconds`; undefined where there is none. */
const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      values,
    );

const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Fills a template that was parsed as JSON. A text that is one placeholder becomes the value itself, of any type. */
export function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') {
    const [match] = template.matchAll(placeholder);
    if (match?.[0] === template) return valueAt(values, match[1] as string) ?? null;
    return template.replaceAll(placeholder, (_, path: string) => asText(valueAt(values, path)));
  }
  if (Array.isArray(template)) return template.map((inner) => filled(inner, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, filled(inner, values)]));
}

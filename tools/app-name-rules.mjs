const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Keys of sensors and solutions that one app alone declares; whatever several share belongs to none of them. */
function ownKeys(apps, shared) {
  const declared = apps.flatMap((app) => [
    ...new Set([...(app.sensorTypes ?? []), ...(app.solutions ?? [])].map(({ key }) => key)),
  ]);
  const common = new Set(shared);
  return (app) =>
    [...(app.sensorTypes ?? []), ...(app.solutions ?? [])]
      .map(({ key }) => key)
      .filter((key) => !common.has(key) && declared.filter((one) => one === key).length === 1);
}

/**
 * What names each of the apps, as patterns. `shared` are keys that are no app's own, for instance those of the
 * quantities of all devices.
 */
export function appNames(apps, shared = []) {
  const keysOf = ownKeys(apps, shared);
  return apps.flatMap((app) => [
    { name: app.id, pattern: word(app.id) },
    // The keys of an app's permissions: `p_app_device_read`.
    { name: app.id, pattern: new RegExp(String.raw`\b(?:p|sm|m)_${escaped(app.id)}(?![A-Za-z0-9])`, 'g') },
    { name: app.brand, pattern: word(app.brand) },
    { name: app.web, pattern: word(app.web) },
    { name: app.api, pattern: word(app.api) },
    ...keysOf(app).map((key) => ({ name: key, pattern: new RegExp(`(['"\`])${escaped(key)}\\1`, 'g') })),
  ]);
}

const word = (text) => new RegExp(String.raw`(?<![\w-])${escaped(text)}(?![\w-])`, 'g');

/** Where a text names an app: the line and the name, each name once in a line. */
export function namesIn(text, names) {
  return text.split('\n').flatMap((line, at) => {
    const found = names.filter(({ pattern }) => line.search(pattern) >= 0).map(({ name }) => name);
    return [...new Set(found)].map((name) => ({ line: at + 1, name }));
  });
}

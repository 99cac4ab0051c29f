const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the sensor and solution keys that only one app declares; shared keys belong to no app. */
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
 * The patterns that name each app. `shared` are keys that belong to no app, such as those of quantities of all devices.
 */
export function appNames(apps, shared = []) {
  const keysOf = ownKeys(apps, shared);
  return apps.flatMap((app) => [
    // An id may be an ordinary word, as texts for people use it.
    { name: app.id, pattern: wholeWord(app.id), onlyInCode: true },
    // The keys of an app's permissions: `p_app_device_read`.
    { name: app.id, pattern: new RegExp(String.raw`\b(?:p|sm|m)_${escaped(app.id)}(?![A-Za-z0-9])`, 'g') },
    { name: app.brand, pattern: wholeWord(app.brand) },
    { name: app.web, pattern: wholeWord(app.web) },
    { name: app.api, pattern: wholeWord(app.api) },
    ...keysOf(app).map((key) => ({ name: key, pattern: new RegExp(`(['"\`])${escaped(key)}\\1`, 'g') })),
  ]);
}

const wholeWord = (text) => new RegExp(String.raw`(?<![\w-])${escaped(text)}(?![\w-])`, 'g');

/** Finds the lines of a text that name an app, each name once per line. */
export function namesIn(text, names) {
  return text.split('\n').flatMap((line, at) => {
    const found = names.filter(({ pattern }) => line.search(pattern) >= 0).map(({ name }) => name);
    return [...new Set(found)].map((name) => ({ line: at + 1, name }));
  });
}

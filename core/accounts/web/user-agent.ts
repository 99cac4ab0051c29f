const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const named = (list: readonly [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome, Windows" of what a browser sends; other programs by their first word, empty for none. */
export function agentName(userAgent: string | null): string {
  if (!userAgent) return '';
  const parts = [named(browsers, userAgent), named(systems, userAgent)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : (userAgent.split(/[\s/]/)[0] ?? '');
}

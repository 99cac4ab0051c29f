import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '#main/apps.ts';
import { filesBelow, report, sliceFolders, walkSource } from '../sources.mjs';
import { conventions, nameOf, parityProblems, textsOf } from './locale-files.mjs';
import { movedTables } from './moved-tables.mjs';
import { bindTextFunction, placeholdersOf, textCallOf, valueProblems } from './text-values.mjs';

// Attributes with text for people.
const readAttributes = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'alt',
  'aria-label',
  'aria-description',
  'subtitle',
  'error',
]);
const hasLetters = (text) => /\p{L}/u.test(text);

// Folders of texts that every slice may read: those of the kit, and files that load only with some pages of a slice.
const kits = [
  'platform/web',
  'platform/web/ui/input',
  'platform/web/ui/calendar',
  'platform/web/ui/columns',
  'platform/web/light',
  'platform/web/gallery',
  'platform/web/development',
  ...filesBelow(['core', 'solutions'], ['/locales/en.json'])
    .filter((path) => path.includes('/web/'))
    .map((path) => path.replace('/locales/en.json', '')),
];
const slices = sliceFolders();
const needsOf = (folder) => apps.find((app) => folder.endsWith(`/${app.id}`))?.needs ?? [];

/** Collects the strings, parts of template strings, and names in the sources of a folder. */
function mentionsIn(folder) {
  const found = { strings: new Set(), composed: [], names: new Set(), literal: [], used: [], refused: [], calls: [] };
  for (const path of filesBelow([folder], ['.ts', '.tsx'])) {
    if (path.includes('.test.')) continue;
    const bound = new Map();
    walkSource(path, (node, lineOf, parent) => {
      collect(found, node, parent, `${path}:${lineOf(node)}`);
      bindTextFunction(bound, node);
      const call = path.includes('/web/') && textCallOf(bound, node);
      if (call) found.calls.push({ ...call, path, where: `${path}:${lineOf(node)}` });
    });
  }
  // The history displays column names, including those that only SQL writes.
  for (const path of filesBelow([folder, ...(movedTables[folder] ? [movedTables[folder].from] : [])], ['.sql']))
    for (const [code] of readFileSync(path, 'utf8').matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g))
      found.names.add(code.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
  return found;
}

// A list names its empty state by a key. Source: platform/web/ui/list/list-view-props.ts.
function emptyKeys(node) {
  const value =
    node.type === 'JSXAttribute' && node.name.name === 'empty'
      ? (node.value?.expression ?? node.value)
      : node.type === 'Property' && node.key.name === 'empty'
        ? node.value
        : undefined;
  const literals = value?.type === 'ConditionalExpression' ? [value.consequent, value.alternate] : [value];
  return literals.flatMap((one) => (typeof one?.value === 'string' ? [one.value] : []));
}

function collect(found, node, parent, where) {
  for (const key of emptyKeys(node))
    for (const name of [`empty.${key}.title`, `empty.${key}.text`]) {
      found.used.push([name, where]);
      found.strings.add(name);
    }
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') found.names.add(node.name);
  if (node.type === 'Literal') {
    found.strings.add(String(node.value));
    found.names.add(String(node.value));
    found.names.add(String(node.value).replace(/^[a-z-]+\.(?=[a-z-]+$)/, ''));
  }
  if (node.type === 'TemplateLiteral' && node.expressions.length > 0) {
    found.composed.push([node.quasis[0].value.cooked, node.quasis.at(-1).value.cooked]);
  }
  if (node.type === 'CallExpression') {
    const [first, second] = node.arguments;
    if (node.callee.name === 't' && typeof first?.value === 'string') found.used.push([first.value, where]);
    if (node.callee.name === 'refuse' && typeof second?.value === 'string') found.refused.push([second.value, where]);
  }
  const text = literalText(node, parent);
  if (text && hasLetters(text)) found.literal.push(`${where} has the literal text "${text.trim()}"`);
}

function literalText(node, parent) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'JSXAttribute' && readAttributes.has(node.name.name))
    return plainText(node.value?.expression ?? node.value);
  if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') return plainText(node.expression);
  return undefined;
}

function plainText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked).join('');
  return undefined;
}

function isUsed(name, readers, pageKeys) {
  const [section, ...rest] = name.split('.');
  const last = rest.join('.');
  return (
    readers.some(
      (found) =>
        found.strings.has(name) ||
        found.composed.some(([start, end]) => start.includes('.') && name.startsWith(start) && name.endsWith(end)) ||
        (conventions.includes(section) && (last === '' || [last, rest.at(-1)].some((one) => found.names.has(one)))),
    ) ||
    (section === 'pages' && pageKeys.has(last))
  );
}

const mentions = Object.fromEntries(
  ['platform', 'main', ...slices].filter((folder) => existsSync(folder)).map((folder) => [folder, mentionsIn(folder)]),
);
const namesOf = (folder) => {
  const texts = textsOf(folder, 'en') ?? new Map();
  return new Set([...texts.keys()].map((key) => nameOf(key, texts)));
};
const kitNames = new Set(kits.flatMap((folder) => [...namesOf(folder)]));

function sliceProblems(folder) {
  const texts = textsOf(folder, 'en') ?? new Map();
  const names = new Set([...texts.keys()].map((key) => nameOf(key, texts)));
  const id = folder.split('/').at(-1);
  const readers = [folder, 'main', ...slices.filter((other) => needsOf(other).includes(id))]
    .map((one) => mentions[one])
    .filter(Boolean);
  const pageKeys = new Set(
    apps.flatMap((app) => app.pages.filter((page) => (page.texts ?? app.id) === id).map((page) => page.key)),
  );
  const exists = (name) =>
    names.has(name) || kitNames.has(name) || needsOf(folder).some((need) => namesIn(need).has(name));
  return [
    ...[...names]
      .filter((name) => !isUsed(name, readers, pageKeys))
      .map((name) => `${folder}/locales: "${name}" is not used`),
    ...mentions[folder].used
      .filter(([name]) => !exists(name))
      .map(([name, where]) => `${where} uses the unknown text "${name}"`),
    ...mentions[folder].refused.filter(([code]) => !exists(`errors.${code}`)).map(unexplained),
  ];
}

const unexplained = ([code, where]) => `${where} refuses with "${code}", which no locale explains (errors.${code})`;

function namesIn(id) {
  const texts = textsOf(join(slices.find((folder) => folder.endsWith(`/${id}`)) ?? id), 'en') ?? new Map();
  return new Set([...texts.keys()].map((key) => nameOf(key, texts)));
}

const kitProblems = () => {
  const readers = Object.values(mentions);
  return [
    ...kits.flatMap((folder) =>
      [...namesOf(folder)]
        .filter((name) => !isUsed(name, readers, new Set()))
        .map((name) => `${folder}/locales: "${name}" is not used`),
    ),
    ...mentions.platform.used
      // The kit reads the names and purposes of apps from their own texts.
      .filter(([name]) => !kitNames.has(name) && !conventions.includes(name))
      .map(([name, where]) => `${where} uses the unknown text "${name}"`),
    ...mentions.platform.refused.filter(([code]) => !kitNames.has(`errors.${code}`)).map(unexplained),
  ];
};

const placeholders = new Map(
  [...new Set(['main', ...kits, ...slices])].map((folder) => [folder, placeholdersOf(folder)]),
);

const isInside = (path, kit) => kit !== 'platform/web' && path.startsWith(`${kit}/`);

/**
 * The calls of a folder whose values are not those of their texts. Among folders with the same key the nearest one
 * counts.
 */
function callProblems(folder) {
  const own = slices.includes(folder)
    ? [folder, ...needsOf(folder).map((need) => slices.find((slice) => slice.endsWith(`/${need}`)))]
    : [];
  return mentions[folder].calls.flatMap((call) =>
    valueProblems(
      call,
      [...kits.filter((kit) => isInside(call.path, kit)), ...(call.ofKit ? [] : own), ...kits].flatMap(
        (one) => placeholders.get(one) ?? [],
      ),
    ),
  );
}

report(
  [
    ...[...kits, ...slices].flatMap(parityProblems),
    ...kitProblems(),
    ...slices.flatMap(sliceProblems),
    ...Object.keys(mentions).flatMap(callProblems),
    ...Object.values(mentions).flatMap((found) => found.literal),
  ],
  'Every text that a person reads has one key in locales/en.json and locales/ar.json of its slice (Arabic: six plural forms); keys that nothing uses are removed.',
);

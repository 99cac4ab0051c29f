import { languages, nameOf, textsOf, valuesIn } from './locale-files.mjs';

// Options of i18next, which are not placeholders.
const options = new Set(['context', 'defaultValue', 'ns', 'lng', 'interpolation']);

const isTextHook = (name) => /^use\w*Text$/.test(name ?? '');
// Names that are text functions in every file, also where they are parameters.
const boundByAnyFile = new Set(['t', 'label']);

/** Records `const kit = useKitText()`, so that later calls of `kit` are recognized. */
export function bindTextFunction(bound, node) {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return;
  const hook = node.init?.type === 'CallExpression' ? node.init.callee.name : undefined;
  if (isTextHook(hook)) bound.set(node.id.name, hook);
}

/** The keys and values of a call of a text function; undefined for any other node. */
export function textCallOf(bound, node) {
  if (node.type !== 'CallExpression') return undefined;
  const name = node.callee.type === 'MemberExpression' ? node.callee.property.name : node.callee.name;
  const isText = name === 'text' && node.arguments.length > 1;
  if (!isText && !boundByAnyFile.has(name) && !bound.has(name)) return undefined;
  const [key, values] = isText ? node.arguments.slice(1) : node.arguments;
  const keys = keysOf(key);
  return keys.length > 0 ? { keys, values: valuesOf(values), ofKit: bound.get(name) === 'useKitText' } : undefined;
}

/** Literal keys, and the fixed start and end of composed ones. */
function keysOf(node) {
  if (typeof node?.value === 'string') return [{ start: node.value, end: null }];
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)];
  if (node?.type !== 'TemplateLiteral') return [];
  const [start, end] = [node.quasis[0].value.cooked, node.quasis.at(-1).value.cooked];
  return start.includes('.') ? [{ start, end }] : [];
}

/** The names of the values that are passed; undefined if they cannot be read from the code. */
function valuesOf(node) {
  if (!node) return [];
  if (node.type !== 'ObjectExpression' || node.properties.some(({ type }) => type !== 'Property')) return undefined;
  return node.properties.map(({ key }) => key.name ?? String(key.value));
}

/** The texts of a folder: name of the key → whether it has plural forms, and the placeholders of all forms and languages. */
export function placeholdersOf(folder) {
  const placeholders = new Map();
  for (const language of Object.keys(languages)) {
    const texts = textsOf(folder, language) ?? new Map();
    for (const [key, text] of texts) {
      const name = nameOf(key, texts);
      const known = placeholders.get(name) ?? { plural: false, values: new Set() };
      for (const value of valuesIn(text)) known.values.add(value);
      placeholders.set(name, { ...known, plural: known.plural || name !== key });
    }
  }
  return placeholders;
}

/**
 * The differences between the values of a call and the placeholders of its texts. Each folder of `folders` is a map of
 * `placeholdersOf`; a literal key is looked up in the first one that has it. A composed key may mean any text with its
 * start and end, so only values that all of these need must be passed.
 */
export function valueProblems({ keys, values, where }, folders) {
  if (!values) return [];
  const found = keys.map((key) => textsFor(key, folders)).filter((texts) => texts.length > 0);
  const shown = new Set(found.flat().flatMap(([, text]) => neededBy(text)));
  return [
    ...found.flatMap((texts) =>
      neededByAll(texts)
        .filter((value) => !values.includes(value))
        .map((value) => `${where} does not pass {${value}} to "${texts[0][0]}"`),
    ),
    ...(found.length === 0 ? [] : values)
      .filter((value) => !shown.has(value) && !options.has(value))
      .map((value) => `${where} passes {${value}}, which no form of "${found[0][0][0]}" shows`),
  ];
}

/** The values of a text; plural forms are chosen by `count`. */
const neededBy = ({ plural, values }) => [...new Set([...values, ...(plural ? ['count'] : [])])];

const neededByAll = ([[, first], ...others]) =>
  neededBy(first).filter((value) => others.every(([, text]) => neededBy(text).includes(value)));

/** The texts of a key, as pairs of name and placeholders. */
function textsFor({ start, end }, folders) {
  if (end === null) {
    const found = folders.find((texts) => texts.has(start))?.get(start);
    return found ? [[start, found]] : [];
  }
  return folders
    .flatMap((texts) => [...texts])
    .filter(([name]) => name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length);
}

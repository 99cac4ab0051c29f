/**
 * What is known of an expression without running it: a constant, a list, an object, a function, a piece of SQL, or only
 * that it is some value, which a statement takes as a parameter.
 */
export const value = { kind: 'value' };
export const constant = (content) => ({ kind: 'constant', content });
export const list = (items) => ({ kind: 'list', items });
/** `parts` are texts, and null for each parameter. */
export const piece = (parts) => ({ kind: 'piece', parts });
export const isText = ({ kind, content }) => kind === 'constant' && typeof content === 'string';

/** A value that is evaluated only if its content matters. */
export const found = (given) => given.find?.() ?? given;

/** The reason why the text of a statement cannot be known without running the program. */
export class Unknowable extends Error {}

/** Whether a value counts as true; undefined if that is not known. */
export function truth({ kind, content }) {
  if (kind === 'constant') return Boolean(content);
  return kind === 'value' ? undefined : true;
}

/** What `sql` makes of an interpolated value. */
export function asPiece(given) {
  if (given.kind === 'piece') return given;
  if (given.kind === 'function' || given.kind === 'object') throw new Unknowable(`a ${given.kind} is interpolated`);
  return piece([null]);
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** The helpers of `sql` that make pieces of SQL. */
export const helpers = {
  ref: (name) => piece([textOf(name).split('.').map(quoted).join('.')]),
  table: (name) => piece([textOf(name).split('.').map(quoted).join('.')]),
  id: (...names) => piece([names.map((name) => quoted(textOf(name))).join('.')]),
  raw: (text) => piece([textOf(text)]),
  lit: ({ kind, content }) => {
    if (kind !== 'constant') throw new Unknowable('a literal is not a constant');
    return piece([typeof content === 'string' ? `'${content.replaceAll("'", "''")}'` : String(content)]);
  },
  val: () => piece([null]),
  join: (given, separator = piece([', '])) => {
    // A list of unknown length is taken to have one element.
    const items = given.kind === 'list' ? given.items : [given];
    const between = asPiece(separator).parts;
    return piece(items.flatMap((item, index) => [...(index === 0 ? [] : between), ...asPiece(item).parts]));
  },
};

function textOf(given) {
  const text = found(given);
  if (!isText(text)) throw new Unknowable('a name or a raw text is not a constant');
  return text.content;
}

/** The text of a statement with numbered parameters. */
export function statementText(parts) {
  let count = 0;
  return parts.map((part) => part ?? `$${++count}`).join('');
}

/** Methods of lists whose result is known; `call` calls a function. */
export const listMethods = {
  map: (items, call) => list(items.map((item, index) => call([item, constant(index)]))),
  flatMap: (items, call) => list(items.flatMap((item, index) => itemsOf(call([item, constant(index)])))),
  filter: (items) => list(items),
  toSorted: (items) => list(items),
  flat: (items) => list(items.flatMap(itemsOf)),
  concat: (items, _, args) => list([...items, ...args.flatMap(itemsOf)]),
  slice: (items, _, args) =>
    args.every(({ kind }) => kind === 'constant')
      ? list(items.slice(...args.map(({ content }) => content)))
      : list(items),
  join: (items, _, [separator]) =>
    items.every(({ kind }) => kind === 'constant') && (!separator || separator.kind === 'constant')
      ? constant(items.map(({ content }) => content).join(separator?.content))
      : value,
};
const itemsOf = (given) => (given.kind === 'list' ? given.items : [given]);

/** Static functions of `Object` on known objects. */
export const objectFunctions = {
  keys: ({ props }) => list([...props.keys()].map(constant)),
  values: ({ props }) => list([...props.values()]),
  entries: ({ props }) => list([...props].map(([key, one]) => list([constant(key), one]))),
};

import {
  asPiece,
  constant,
  found,
  helpers,
  isText,
  list,
  listMethods,
  objectFunctions,
  piece,
  truth,
  Unknowable,
  value,
} from './values.mjs';

/** A path through the program that throws instead of making a statement. */
export class Throws extends Error {}

const isSql = (node) => node.type === 'Identifier' && node.name === 'sql';
// SQL is composed by helpers of helpers; what is further away prepares values.
const deepest = 12;
const returned = Symbol('returned');

/**
 * Evaluates expressions without running the program. Where that depends on unknown values, `choices` decides: it has the
 * number of the alternative by node, by default the first. `open` collects the decisions with their number of alternatives.
 */
export class Evaluator {
  open = new Map();
  /** The templates of SQL that were reached. */
  reached = new Set();
  #active = [];

  constructor(modules, choices = new Map()) {
    this.modules = modules;
    this.choices = choices;
  }

  #choose(node, count) {
    this.open.set(node, count);
    return this.choices.get(node) ?? 0;
  }

  evaluate(node, frame = null) {
    return this[node.type]?.(node, frame) ?? value;
  }

  Literal = (node) => ('regex' in node && node.regex ? { kind: 'pattern', pattern: node.value } : constant(node.value));
  TSAsExpression = (node, frame) => this.evaluate(node.expression, frame);
  TSSatisfiesExpression = this.TSAsExpression;
  TSNonNullExpression = this.TSAsExpression;
  TSInstantiationExpression = this.TSAsExpression;
  ParenthesizedExpression = this.TSAsExpression;
  ChainExpression = this.TSAsExpression;
  AwaitExpression = (node, frame) => this.evaluate(node.argument, frame);
  ArrowFunctionExpression = (node, frame) => ({ kind: 'function', node, frame });
  FunctionExpression = this.ArrowFunctionExpression;

  TemplateLiteral = (node, frame) => {
    const values = node.expressions.map((one) => found(this.evaluate(one, frame)));
    if (!values.every(({ kind }) => kind === 'constant')) return value;
    return constant(
      node.quasis.map(({ value: { cooked } }, i) => cooked + (i < values.length ? values[i].content : '')).join(''),
    );
  };

  TaggedTemplateExpression = (node, frame) => {
    if (!isSql(node.tag)) return value;
    this.reached.add(node);
    const { quasis, expressions } = node.quasi;
    const parts = expressions.flatMap((one, i) => [
      quasis[i].value.cooked,
      ...asPiece(this.evaluate(one, frame)).parts,
    ]);
    return piece([...parts, quasis.at(-1).value.cooked]);
  };

  ArrayExpression = (node, frame) =>
    list(
      node.elements.flatMap((one) => {
        if (one.type !== 'SpreadElement') return [this.evaluate(one, frame)];
        const spread = this.evaluate(one.argument, frame);
        // One element stands for a list of unknown length.
        return spread.kind === 'list' ? spread.items : [value];
      }),
    );

  ObjectExpression = (node, frame) => {
    const props = new Map();
    for (const one of node.properties) {
      if (one.type === 'SpreadElement') {
        for (const [key, held] of this.evaluate(one.argument, frame).props ?? []) props.set(key, held);
      } else if (!one.computed) {
        const lazy = () => this.evaluate(one.value, frame);
        props.set(one.key.name ?? one.key.value, lazy());
      }
    }
    return { kind: 'object', props };
  };

  ConditionalExpression = (node, frame) => {
    const known = truth(this.evaluate(node.test, frame));
    const takes = known ?? this.#choose(node, 2) === 0;
    return this.evaluate(takes ? node.consequent : node.alternate, frame);
  };

  LogicalExpression = (node, frame) => {
    const left = this.evaluate(node.left, frame);
    const isLeft = node.operator === '??' ? hasValue(left) : truth(left);
    const stops = node.operator === '&&' ? isLeft === false : isLeft === true;
    if (stops) return left;
    if (isLeft !== undefined) return this.evaluate(node.right, frame);
    const right = this.evaluate(node.right, frame);
    // Either is a parameter.
    if (right.kind === 'value' || (right.kind === 'constant' && !isText(right)))
      return node.operator === '&&' ? right : value;
    return this.#choose(node, 2) === 0 ? right : left;
  };

  UnaryExpression = (node, frame) => {
    const known = truth(this.evaluate(node.argument, frame));
    return node.operator === '!' && known !== undefined ? constant(!known) : value;
  };

  BinaryExpression = (node, frame) => {
    const [left, right] = [this.evaluate(node.left, frame), this.evaluate(node.right, frame)];
    if (left.kind !== 'constant' || right.kind !== 'constant') {
      const isNothing = (one) => one.kind === 'constant' && (one.content === undefined || one.content === null);
      const differ = (isNothing(left) && known(right)) || (isNothing(right) && known(left));
      return differ && /^[!=]==?$/.test(node.operator) ? constant(node.operator.startsWith('!')) : value;
    }
    if (node.operator === '===') return constant(left.content === right.content);
    if (node.operator === '!==') return constant(left.content !== right.content);
    if (node.operator === '+') return constant(left.content + right.content);
    return value;
  };

  MemberExpression = (node, frame) => {
    const object = this.evaluate(node.object, frame);
    const key = node.computed ? this.evaluate(node.property, frame).content : node.property.name;
    return memberOf(object, key);
  };

  Identifier = (node, frame) => {
    if (node.name === 'undefined') return constant(undefined);
    const declaration = this.modules.declarationOf(node, node.name);
    return declaration ? this.#declared(declaration, frame) : value;
  };

  CallExpression = (node, frame) => {
    const { callee } = node;
    const args = () =>
      node.arguments.flatMap((one) =>
        one.type === 'SpreadElement' ? (this.evaluate(one.argument, frame).items ?? []) : [this.evaluate(one, frame)],
      );
    if (callee.type === 'MemberExpression') {
      if (isSql(callee.object)) return helpers[callee.property.name]?.(...args()) ?? value;
      if (callee.object.name === 'Object' && objectFunctions[callee.property.name]) {
        const [object] = args();
        return object?.kind === 'object' ? objectFunctions[callee.property.name](object) : value;
      }
      const known = this.#method(this.evaluate(callee.object, frame), callee.property.name, args);
      if (known) return known;
    }
    const called = this.evaluate(callee, frame);
    return called.kind === 'function' ? this.call(called, args()) : value;
  };

  #method(given, name, args) {
    const object = typeof ''[name] === 'function' && !listMethods[name] ? found(given) : given;
    if (object.kind === 'list' && listMethods[name])
      return listMethods[name](object.items, (of) => this.call(args()[0], of), args());
    // A list of unknown length is taken to have one element.
    if (object.kind === 'value' && (name === 'map' || name === 'flatMap')) {
      const [mapped] = args();
      if (mapped?.kind !== 'function') return value;
      const item = this.call(mapped, [value, value]);
      return item.kind === 'list' || item.kind === 'piece' ? listMethods.flat([item]) : value;
    }
    if (object.kind === 'piece') return /^\$(?:castTo|notNull)$/.test(name) ? object : value;
    if (isText(object) && typeof ''[name] === 'function') return this.#ofText(object.content, name, args());
    return object.kind === 'constant' ? value : undefined;
  }

  #ofText(text, name, args) {
    const plain = args.map((one) => {
      if (one.kind === 'constant') return one.content;
      if (one.kind === 'pattern') return one.pattern;
      if (one.kind === 'function') return (...found) => this.call(one, found.map(constant)).content;
      throw new Unknowable(`a text is changed by what is not known`);
    });
    const result = text[name](...plain);
    return Array.isArray(result) ? list(result.map(constant)) : constant(result);
  }

  call({ kind, node, frame }, args) {
    if (kind !== 'function' || this.#active.includes(node) || this.#active.length > deepest) return value;
    this.#active.push(node);
    try {
      const inner = { fn: node, args, outer: frame };
      if (node.body.type !== 'BlockStatement') return this.evaluate(node.body, inner);
      return this.#run(node.body.body, inner)?.[returned] ?? constant(undefined);
    } finally {
      this.#active.pop();
    }
  }

  /** Follows statements until one returns. */
  #run(statements, frame) {
    for (const node of statements) {
      const result = this.#statement(node, frame);
      if (result) return result;
    }
    return undefined;
  }

  #statement(node, frame) {
    switch (node?.type) {
      case 'ReturnStatement':
        return { [returned]: node.argument ? this.evaluate(node.argument, frame) : constant(undefined) };
      case 'BlockStatement':
        return this.#run(node.body, frame);
      case 'IfStatement': {
        const takes = truth(this.evaluate(node.test, frame)) ?? this.#choose(node, 2) === 1;
        return this.#statement(takes ? node.consequent : node.alternate, frame);
      }
      case 'SwitchStatement': {
        const start = this.#choose(node, node.cases.length);
        return this.#run(
          node.cases.slice(start).flatMap(({ consequent }) => consequent),
          frame,
        );
      }
      case 'ForOfStatement':
      case 'ForStatement':
      case 'WhileStatement':
        return this.#statement(node.body, frame);
      case 'TryStatement':
        return this.#statement(node.block, frame);
      case 'ThrowStatement':
        throw new Throws();
      default:
        return undefined;
    }
  }

  #declared(declaration, frame) {
    if (declaration.kind === 'function') return { kind: 'function', node: declaration.node, frame };
    if (declaration.kind === 'param') return this.#argument(declaration, frame);
    if (declaration.kind !== 'variable') return value;
    const { node, path, fallback } = declaration;
    if (this.#active.includes(node)) return value;
    this.#active.push(node);
    try {
      return this.#variable(node, path, fallback, frame);
    } finally {
      this.#active.pop();
    }
  }

  #variable(node, path, fallback, frame) {
    const { kind } = this.modules.parentOf(node);
    const later = path?.length === 0 ? this.modules.changesOf(node) : { assigned: [], pushed: [] };
    const written = [...(node.init ? [node.init] : []), ...later.assigned];
    if (written.length === 0) return value;
    const init = written[kind === 'let' && written.length > 1 ? this.#choose(node, written.length) : 0];
    const result = this.#at(this.evaluate(init, frame), path, fallback, frame);
    if (result.kind !== 'list') return result;
    const added = later.pushed.flatMap((one) => this.ArrayExpression({ elements: [one] }, frame).items);
    return list([...result.items, ...added]);
  }

  /** The argument of the frame, or of one of the calls. Values are evaluated only if a name or a raw text is needed. */
  #argument(declaration, frame) {
    const { fn, index, path, fallback } = declaration;
    for (let at = frame; at; at = at.outer)
      if (at.fn === fn) return this.#at(at.args[index] ?? constant(undefined), path, fallback, at);
    const find = () => this.#fromCalls(declaration);
    return this.modules.mayHoldSql(declaration) ? find() : { ...value, find };
  }

  #fromCalls({ fn, index, path, fallback }) {
    const calls = this.modules.callsOf(fn);
    if (calls.length === 0 || this.#active.includes(fn)) return value;
    this.#active.push(fn);
    try {
      const call = calls[this.#choose(fn, calls.length)];
      const given = call.arguments[index];
      const argument = given ? this.evaluate(given, null) : constant(undefined);
      return this.#at(given?.type === 'SpreadElement' ? value : argument, path, fallback, null);
    } finally {
      this.#active.pop();
    }
  }

  #at(base, path, fallback, frame) {
    if (path === null) return value;
    const found = path.reduce(memberOf, base);
    const isMissing = found.kind === 'constant' && found.content === undefined;
    return fallback && isMissing ? this.evaluate(fallback, frame) : found;
  }
}

const known = ({ kind }) => kind !== 'value';
const hasValue = (given) => {
  if (given.kind === 'value') return undefined;
  return !(given.kind === 'constant' && (given.content === undefined || given.content === null));
};

function memberOf(object, key) {
  if (object.kind === 'object') return object.props.get(key) ?? (object.isOpen ? value : constant(undefined));
  if (object.kind === 'list' && typeof key === 'number') return object.items[key] ?? constant(undefined);
  if (object.kind === 'list' && key === 'length') return constant(object.items.length);
  return value;
}

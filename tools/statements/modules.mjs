import { existsSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { targetOf } from '../checks/boundary-rules.mjs';

const isFunction = ({ type }) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
const opensScope = (node) =>
  isFunction(node) || /^(?:Program|BlockStatement|For(?:Of|In)?Statement|CatchClause|SwitchStatement)$/.test(node.type);

/** The names that a pattern binds, each with the path to its value. */
function namesIn(pattern, path = [], fallback = undefined) {
  switch (pattern?.type) {
    case 'Identifier':
      return [{ name: pattern.name, path, fallback }];
    case 'AssignmentPattern':
      return namesIn(pattern.left, path, pattern.right);
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) =>
        one.type === 'RestElement' || one.computed
          ? namesIn(one.argument ?? one.value, null)
          : namesIn(one.value, path && [...path, one.key.name ?? one.key.value]),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((one, index) => namesIn(one, path && [...path, index]));
    case 'RestElement':
      return namesIn(pattern.argument, null);
    case 'TSParameterProperty':
      return namesIn(pattern.parameter, path);
    default:
      return [];
  }
}

/** Modules with the declarations of each scope, and which call goes to which function. */
export class Modules {
  #modules = new Map();
  #scopes = new Map();
  #parents = new Map();
  #moduleOf = new Map();
  #calls = new Map();
  #declarations = new Map();
  #changes = new Map();

  constructor(paths) {
    for (const path of paths) this.#load(path);
    for (const { nodes } of [...this.#modules.values()])
      for (const node of nodes) {
        if (node.type === 'CallExpression') this.#addCall(node);
        if (node.type === 'AssignmentExpression') this.#change(node, node.left, 'assigned', [node.right]);
      }
  }

  get nodes() {
    return [...this.#modules.values()].flatMap(({ nodes }) => nodes);
  }

  parentOf = (node) => this.#parents.get(node);

  /** `path:line` of a node. */
  placeOf(node) {
    const { path, code } = this.#rootOf(node);
    return `${path}:${code.slice(0, node.start).split('\n').length}`;
  }

  codeOf(node) {
    return this.#rootOf(node).code.slice(node.start, node.end);
  }

  /** The calls of a function by name, in all modules. */
  callsOf = (fn) => this.#calls.get(fn) ?? [];

  /**
   * Whether a parameter may hold SQL: by its type, or by that of the type that it names. A parameter without a type may,
   * because it is that of a helper within a function.
   */
  mayHoldSql({ fn, index }) {
    const param = fn.params[index];
    const type = (param?.left ?? param?.argument ?? param)?.typeAnnotation;
    if (!type) return true;
    const named = [...this.codeOf(type).matchAll(/[A-Z]\w+/g)].map(([name]) => this.declarationOf(fn, name));
    const texts = named.flatMap((one) => (one?.kind === 'type' ? [this.codeOf(one.node)] : []));
    return [this.codeOf(type), ...texts].some((text) => /RawBuilder|typeof sql\b/.test(text));
  }

  /** What is assigned and pushed to a variable after its declaration. */
  changesOf = (declarator) => this.#changes.get(declarator) ?? { assigned: [], pushed: [] };

  /** The innermost function around a node. */
  functionAround(node) {
    for (let at = this.parentOf(node); at; at = this.parentOf(at)) if (isFunction(at)) return at;
    return null;
  }

  /** What a name refers to at a node: a declaration, after following imports; undefined for globals and packages. */
  declarationOf(node, name) {
    if (node.name !== name) return this.#find(node, name);
    if (!this.#declarations.has(node)) this.#declarations.set(node, this.#find(node, name));
    return this.#declarations.get(node);
  }

  #find(node, name) {
    for (let at = node; at; at = this.parentOf(at)) {
      const found = this.#scopes.get(at)?.get(name);
      if (found) return found.kind === 'import' ? this.exported(found.path, found.name) : found;
    }
    return undefined;
  }

  /** The declaration of an export of a module. */
  exported(path, name) {
    const module = this.#modules.get(path);
    if (!module) return undefined;
    const found = module.exports.get(name);
    if (!found) return undefined;
    return found.path ? this.exported(found.path, found.name) : this.declarationOf(module.program, found.local);
  }

  #rootOf(node) {
    let at = node;
    while (this.parentOf(at)) at = this.parentOf(at);
    return this.#moduleOf.get(at);
  }

  #load(path) {
    if (this.#modules.has(path) || !existsSync(path)) return;
    const code = readFileSync(path, 'utf8');
    const program = parseAst(code, { lang: 'ts', astType: 'ts' }, path);
    const module = { path, code, program, nodes: [], exports: new Map() };
    this.#modules.set(path, module);
    this.#moduleOf.set(program, module);
    const walk = (node, parent) => {
      if (Array.isArray(node)) for (const one of node) walk(one, parent);
      if (typeof node?.type !== 'string') return;
      module.nodes.push(node);
      if (parent) this.#parents.set(node, parent);
      if (opensScope(node)) this.#scopes.set(node, new Map());
      for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child, node);
    };
    walk(program, null);
    for (const node of module.nodes) this.#declare(module, node);
  }

  #scopeAround(node) {
    let at = this.parentOf(node);
    while (!this.#scopes.has(at)) at = this.parentOf(at);
    return this.#scopes.get(at);
  }

  #declare(module, node) {
    if (isFunction(node)) {
      const scope = this.#scopes.get(node);
      for (const [index, param] of node.params.entries())
        for (const bound of namesIn(param)) scope.set(bound.name, { kind: 'param', fn: node, index, ...bound });
      if (node.type === 'FunctionDeclaration') this.#scopeAround(node).set(node.id.name, { kind: 'function', node });
    } else if (node.type === 'VariableDeclarator') {
      const scope = this.#scopeAround(node);
      for (const bound of namesIn(node.id)) scope.set(bound.name, { kind: 'variable', node, ...bound });
    } else if (node.type === 'ImportDeclaration') {
      const path = targetOf(module.path, node.source.value);
      for (const { local, imported } of node.specifiers)
        if (imported) this.#scopes.get(module.program).set(local.name, { kind: 'import', path, name: imported.name });
    } else if (/^TS(?:TypeAlias|Interface)Declaration$/.test(node.type)) {
      this.#scopeAround(node).set(node.id.name, { kind: 'type', node });
    } else if (node.type === 'ExportNamedDeclaration') this.#export(module, node);
  }

  #export(module, { source, specifiers, declaration }) {
    const path = source && targetOf(module.path, source.value);
    for (const { local, exported } of specifiers)
      module.exports.set(exported.name, path ? { path, name: local.name } : { local: local.name });
    const declared = declaration?.declarations?.flatMap(({ id }) => namesIn(id).map(({ name }) => name));
    for (const name of declared ?? (declaration?.id ? [declaration.id.name] : []))
      module.exports.set(name, { local: name });
  }

  #change(node, target, how, values) {
    const variable = target.type === 'Identifier' && this.declarationOf(node, target.name);
    if (variable?.kind !== 'variable') return;
    const changes = this.changesOf(variable.node);
    this.#changes.set(variable.node, { ...changes, [how]: [...changes[how], ...values] });
  }

  #addCall(node) {
    const { callee } = node;
    if (callee.type === 'MemberExpression' && callee.property.name === 'push')
      this.#change(node, callee.object, 'pushed', node.arguments);
    const fn = node.callee.type === 'Identifier' && this.functionOf(this.declarationOf(node, node.callee.name));
    if (fn) this.#calls.set(fn, [...this.callsOf(fn), node]);
  }

  /** The function that a declaration names, if it names one. */
  functionOf(declaration) {
    if (declaration?.kind === 'function') return declaration.node;
    const { init } = declaration?.kind === 'variable' && declaration.path?.length === 0 ? declaration.node : {};
    return init && isFunction(init) ? init : undefined;
  }
}

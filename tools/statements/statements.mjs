import { filesBelow } from '../sources.mjs';
import { Evaluator, Throws } from './evaluate.mjs';
import { Modules } from './modules.mjs';
import { asPiece, helpers, isText, piece, statementText, Unknowable } from './values.mjs';

// Each alternative of a statement is tried at least once; a helper with many callers has more of them.
const maxVariants = 200;

const isTemplate = ({ type, tag }) => type === 'TaggedTemplateExpression' && tag.name === 'sql';

/**
 * The statements below the folders by place, each with the texts that it may have, or the reason why none is known. Also the
 * templates of SQL that are part of none of these texts.
 */
export function statementsBelow(folders) {
  const sources = filesBelow(folders, ['.ts']);
  const modules = new Modules(sources.filter((path) => !/\.(?:test|fixture|d)\.ts$|\/web\//.test(path)));
  const reached = new Set();
  const statements = modules.nodes.flatMap((node) => {
    const source = node.type === 'CallExpression' ? statementIn(node) : undefined;
    const found = source && textsOf(modules, source, reached);
    return found ? [{ place: modules.placeOf(source.node), ...found }] : [];
  });
  const templates = modules.nodes.filter(isTemplate);
  const unreached = templates.filter((node) => !reached.has(node)).map((node) => modules.placeOf(node));
  return { statements, templates: templates.length, unreached };
}

/** The expression of a call that becomes a statement, and how. */
function statementIn({ callee, arguments: args }) {
  if (callee.type === 'MemberExpression' && callee.property.name === 'execute' && args.length === 1)
    return { node: callee.object, piecesOf: (found) => (found.kind === 'piece' ? [found] : []) };
  if (callee.name === 'runPrepared' && args.length === 3)
    return { node: args[2], piecesOf: (found) => (found.kind === 'piece' ? [found] : []) };
  if (callee.name === 'inSystemAtOnce' && args.length === 2)
    return { node: args[1], piecesOf: ({ items = [] }) => items.filter(({ kind }) => kind === 'piece') };
  // Plain texts have their parameters in them.
  if (callee.type === 'MemberExpression' && callee.property.name === 'query' && args.length > 0)
    return { node: args[0], piecesOf: (found) => (isText(found) ? [piece([found.content])] : []) };
  if (callee.name === 'queryText' && args.length === 2)
    return {
      node: args[1],
      piecesOf: ({ props }) =>
        [props?.get('text')].filter((text) => text && isText(text)).map(({ content }) => piece([content])),
    };
  if (callee.name === 'findIds' && args.length === 2) return { node: args[1], piecesOf: (found) => listOf(found) };
  return undefined;
}

/** A statement with the table, the conditions and the sort keys of a list, which `findIds` composes for each request. */
function listOf({ props }) {
  if (props?.get('table')?.kind !== 'constant') return [];
  const itemsOf = (found) => (found?.kind === 'list' ? found.items : found ? [found] : []);
  const conditions = [...itemsOf(props.get('where')), ...itemsOf(props.get('alsoFound'))].filter(isPiece);
  const keys = [...(props.get('columns')?.props?.values() ?? [])].flatMap(itemsOf).filter(isPiece);
  const where = conditions.flatMap((one) => [' AND ', ...asPiece(one).parts]);
  const sorted = keys.flatMap((one) => [', ', ...asPiece(one).parts]);
  const table = helpers.table(props.get('table')).parts;
  return [piece(['SELECT t.id', ...sorted, ' FROM ', ...table, ' t WHERE true', ...where])];
}
const isPiece = ({ kind }) => kind === 'piece';

/** The texts of an expression for all alternatives; undefined if it is not made of SQL. */
function textsOf(modules, { node, piecesOf }, reached) {
  const texts = new Set();
  const waiting = [new Map()];
  const tried = new Set();
  let unknown;
  for (let n = 0; n < maxVariants && waiting.length > 0; n++) {
    const choices = waiting.shift();
    const evaluator = new Evaluator(modules, choices);
    try {
      const pieces = piecesOf(evaluator.evaluate(node));
      for (const { parts } of pieces) texts.add(statementText(parts));
      if (pieces.length > 0) for (const template of evaluator.reached) reached.add(template);
    } catch (error) {
      if (error instanceof Unknowable) unknown = error.message;
      else if (!(error instanceof Throws)) throw error;
    }
    for (const [decision, count] of evaluator.open) {
      const open = tried.has(decision) ? 1 : count;
      tried.add(decision);
      for (let i = 1; i < open; i++) waiting.push(new Map([...choices, [decision, i]]));
    }
  }
  return texts.size > 0 || unknown ? { texts: [...texts], unknown } : undefined;
}

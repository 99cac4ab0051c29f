/** Wordings that readers stumble over, each with a better one. */
const wordings = [
  [/\banew\b/gi, '"again", or a verb such as "redraw"'],
  [/\bwhoever\b/gi, '"anyone who", or name the person'],
  [/\bbeside\b/gi, '"next to", "with" or "in addition to"'],
  [
    /(?<!\bthere )\b(?:is|are|was|were|be|been) no (?!longer|more|less|better|worse|one|(?:larg|small|old|new|lat|earli|high|low|great|few|fast|slow|long|short)er)(?=[a-z`])/gi,
    '"is not a"',
  ],
  [/\bstands? (?:in|with|at)\b/gi, '"is in", "has" or "comes with"'],
  [/\blies? in\b/gi, '"is in"'],
  [
    /\b(?:for|of|to|by|from|with) who (?:may|can|could|must|has|have|is|are|was|does|do|did|will)\b/gi,
    '"for people who"',
  ],
  [/\btold\b/gi, '"notified", "informed" or "reported"'],
  [/\bjudg(?:e[sd]?|ing|e?ments?)\b/gi, '"check", "evaluate" or "decide"'],
  [/\bmend(?:s|ed|ing)?\b/gi, '"fix", "correct" or "repair"'],
  [/\bof theirs\b/gi, '"their"'],
  [/\bonce in an? \w+/gi, '"once per"'],
];

const spaced = wordings.map(([pattern, better]) => [new RegExp(pattern.source.replaceAll(' ', ' +'), 'gi'), better]);

const inNames = [
  [
    /(?:^(?:told|anew|whoever|beside)|(?:^|[a-z\d])(?:Told|Anew|Whoever|Beside))(?![a-z])/,
    'say what was reported, repeated or added',
  ],
  [/(?:^j|(?:^|[a-z\d])J)udg(?:e[sd]?|ing|e?ments?)(?![a-z])/, '"check", "evaluate" or "recheck"'],
  [/(?:^m|(?:^|[a-z\d])M)end(?:s|ed|ing)?(?![a-z])/, '"fix" or "correct"'],
];
const ofFunctions = [
  [/^note[A-Z]/, '"record" or "mark"'],
  [/^keep[A-Z]/, '"store", "save" or "maintain"'],
];

/** Names of columns and of stored objects, for which a new name would need a migration. */
const stored = new Set(['alarmJudgement', 'toldUntil', 'judgement']);

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=(?:[(,=:[!&|?{;]|=>|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[`{}]|[A-Za-z_$][\w$]*/g;
const endOfText = /\\[\s\S]|\$\{|`/g;
const beforeTitle = /(?:\b(?:test|it|describe)(?:\.[a-z.]+)?|\))\(\s*$/;
const functionName = /\bfunction\*? $/;
const functionValue = /^ = (?:async )?(?:<[^>]*>)?\(/;

/** Calls `prose` with each comment and test title of a source text, and `name` with each identifier, with their offsets. */
function scan(code, { prose, name }) {
  // The depth of braces of each `${…}` that is open, from the outermost template on.
  const open = [];
  const text = (start) => {
    endOfText.lastIndex = start;
    for (let found = endOfText.exec(code); found; found = endOfText.exec(code))
      if (found[0] === '`' || found[0] === '${') {
        if (found[0] === '${') open.push(0);
        return endOfText.lastIndex;
      }
    return code.length;
  };
  const isTitle = (at) => beforeTitle.test(code.slice(Math.max(0, at - 40), at));
  token.lastIndex = 0;
  for (let found = token.exec(code); found; found = token.exec(code)) {
    const [match] = found;
    const at = found.index;
    if (match === '`') {
      token.lastIndex = text(at + 1);
      if (isTitle(at)) prose(code.slice(at, token.lastIndex), at);
    } else if (match === '{') {
      if (open.length > 0) open[open.length - 1] += 1;
    } else if (match === '}') {
      if (open.at(-1) === 0) {
        open.pop();
        token.lastIndex = text(at + 1);
      } else if (open.length > 0) open[open.length - 1] -= 1;
    } else if (match.startsWith('/*') || match.startsWith('//')) prose(match, at);
    else if (match.startsWith("'") || match.startsWith('"')) {
      if (isTitle(at)) prose(match, at);
    } else if (!match.startsWith('/')) name(match, at);
  }
}

const lineAt = (text, offset) => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
};

function wordsInProse(text, found) {
  // A wording can continue on the next line of a comment.
  const plain = text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, (end) => ' '.padEnd(end.length));
  for (const [pattern, better] of spaced)
    for (const { 0: word, index } of plain.matchAll(pattern)) found(word.replace(/ +/g, ' '), better, index);
}

/** The wordings and names of a source file that have a better one: `{ line, word, better }`. */
export function wordsInCode(code) {
  const found = [];
  const add = (word, better, at) => found.push({ line: lineAt(code, at), word, better });
  scan(code, {
    prose: (text, start) => wordsInProse(text, (word, better, at) => add(word, better, start + at)),
    name: (word, at) => {
      if (word.includes('_') || stored.has(word)) return;
      for (const [pattern, better] of inNames) if (pattern.test(word)) add(word, better, at);
      for (const [pattern, better] of ofFunctions)
        if (pattern.test(word)) {
          const isDeclared =
            functionName.test(code.slice(Math.max(0, at - 12), at)) ||
            functionValue.test(code.slice(at + word.length, at + word.length + 60));
          if (isDeclared) add(word, better, at);
        }
    },
  });
  return found;
}

/** The wordings of a document that have a better one. Code blocks and inline code are left out. */
export function wordsInDocument(text) {
  const found = [];
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, '`'));
  wordsInProse(prose, (word, better, at) => found.push({ line: lineAt(text, at), word, better }));
  return found;
}

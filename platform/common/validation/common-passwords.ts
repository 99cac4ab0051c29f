/**
 * What most guessed passwords are made of, once capital letters, digits for letters and characters at both ends are
 * removed: `P@ssw0rd1!` is `password`. The rules for characters let all of these pass.
 */
const bases = new Set(
  `password passwort passw passwd pass parol kalimah kalima secret secure security private access accessdenied letmein letmeinnow login logon
welcome welcomeback hello helloworld hi admin administrator adminadmin root user username guest test testing tester testtest demo default
changeme changeit change newpassword mypassword temp temporary qwerty qwertz azerty qwertyuiop qwert qwe qweasd qweasdzxc asdf asdfgh
asdfghjkl asd zxcvbn zxcvbnm zxc qazwsx qazwsxedc wsx zaq zaqwsx qazawsx zaqaxsw abc abcd abcde abcdef abcdefg abcabc xyz iloveyou
iloveu lovely love loveyou princess prince sunshine moonlight star superstar superman batman spiderman ironman dragon monkey shadow master
football baseball basketball soccer cricket hockey arsenal chelsea liverpool barcelona realmadrid alahly zamalek alhilal alnassr michael
jordan jennifer ashley daniel thomas robert charlie andrew jessica nicole hunter killer trustno trustnoone whatever freedom ninja mustang
ferrari mercedes toyota porsche cheese pepper ginger summer winter spring autumn january february march april may june july august
september october november december monday tuesday wednesday thursday friday saturday sunday ramadan eid mubarak allah allahuakbar
bismillah mohammed muhammad mohamed ahmed ali fatima dubai abudhabi sharjah emirates uae qatar doha saudi riyadh jeddah makkah kuwait
bahrain oman muscat egypt cairo jordan amman lebanon beirut computer internet samsung google facebook android iphone apple microsoft
windows cisco oracle company office business manager service support server system network device sensor iot meter
rasid`.split(/\s+/),
);

const looksLike: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Digits, the alphabet and the keys of a keyboard in their order. */
const rows = ['1234567890', '0987654321', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
/** Fewer different characters than this make a pattern, such as `121212121212`. */
const leastDifferent = 5;
/** This many letters in the order of a keyboard row make a pattern, whatever the rest. */
const leastInRow = 6;
/** A password made of more words than this is a phrase. */
const mostWords = 2;
const longestBase = Math.max(...[...bases].map((base) => base.length));

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** Whether a text consists only of a few of the words, however often they are repeated. */
function isMadeOfBases(text: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (text === '') return seen.size > 0;
  for (let length = Math.min(longestBase, text.length); length > 1; length--) {
    const word = text.slice(0, length);
    const words = new Set([...seen, word]);
    if (bases.has(word) && words.size <= mostWords && isMadeOfBases(text.slice(length), words)) return true;
  }
  return false;
}

function isPattern(text: string): boolean {
  if (new Set(text).size < leastDifferent) return true;
  const letters = lettersOf(text);
  const signs = text.replace(/[^\p{L}\d]/gu, '');
  return rows.some((row) => row.repeat(2).includes(signs) || (letters.length >= leastInRow && row.includes(letters)));
}

/** Whether a password is one of those that are tried first. */
export function isCommonPassword(text: string): boolean {
  const lower = text.toLowerCase();
  const word = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const plain = [...word].map((sign) => looksLike[sign] ?? sign).join('');
  return isPattern(lower) || isMadeOfBases(lettersOf(plain)) || isMadeOfBases(lettersOf(word));
}

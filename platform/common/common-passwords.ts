/**
 * What most guessed passwords are made of, once capital letters, digits for letters and what stands at the ends are taken
 * away: `P@ssw0rd1!` is `password`. The rules for signs alone let all of these pass.
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
windows cisco oracle company office business manager service support server system network device sensor iot meter`.split(
    /\s+/,
  ),
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

/** Whether a password is one of those that are tried first. */
export function isCommonPassword(text: string): boolean {
  const word = text
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L}]+$/u, '');
  const plain = [...word]
    .map((sign) => looksLike[sign] ?? sign)
    .join('')
    .replace(/[^\p{L}]/gu, '');
  return bases.has(plain) || bases.has(word.replace(/[^\p{L}]/gu, ''));
}

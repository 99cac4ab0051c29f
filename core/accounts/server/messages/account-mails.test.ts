import { expect, test } from 'vitest';
import type { Kit } from '#platform/server/kit.ts';
import { accountMail, accountMails } from './account-mails.ts';

const kit = {
  apps: [],
  settings: { brand: { name: { en: 'House', ar: 'الدار' }, colour: '#123456' } },
} as unknown as Kit;

test('every mail about an account bears the name of the installation, in both languages', () => {
  for (const kind of accountMails)
    for (const locale of ['en', 'ar'] as const) {
      const mail = accountMail(kit, kind, { email: 'a@b.test', firstName: 'Mona', locale }, 'https://x.test');
      const shown = `${mail.subject} ${mail.text}`;
      expect(shown).toContain(locale === 'en' ? 'House' : 'الدار');
      expect(shown).not.toMatch(/Rasid|راصد|undefined/);
    }
});

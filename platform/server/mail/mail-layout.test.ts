import { describe, expect, test } from 'vitest';
import type { AppManifest } from '../../common/define-app.ts';
import type { Kit } from '../kit.ts';
import { layoutMail, type MailParts } from './mail-layout.ts';

const sample = { id: 'sample', kind: 'solution', brand: 'Sample' } as AppManifest;
const core = { id: 'accounts', kind: 'core', brand: 'Platform' } as AppManifest;
const brand = { name: { en: 'House <b>', ar: 'الدار' }, colour: '#123456' };
const kit = (named: boolean) =>
  ({ apps: [core], settings: named ? { brand } : {} }) as unknown as Pick<Kit, 'apps' | 'settings'>;

const parts: MailParts = {
  recipient: 'one@example.test',
  locale: 'en',
  subject: 'Alarm on <Pump & "Co">',
  text: ['First\nsecond', 'Third'],
  lines: ['Measured: 5 < 7'],
  button: { label: 'Open', url: 'https://example.test/a?b=1&c="2"' },
  why: (name) => `Because of ${name}.`,
};

describe('a mail', () => {
  test('shows names that contain markup verbatim', () => {
    const { html, subject } = layoutMail(kit(true), parts);
    expect(subject).toBe('Alarm on <Pump & "Co">');
    expect(html).toContain('Alarm on &lt;Pump &amp; &quot;Co&quot;&gt;');
    expect(html).toContain('Measured: 5 &lt; 7');
    expect(html).toContain('href="https://example.test/a?b=1&amp;c=&quot;2&quot;"');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('<Pump');
  });

  test('has the same content as text, with its link and its reason', () => {
    expect(layoutMail(kit(true), parts).text).toBe(
      'First\nsecond\n\nThird\n\nMeasured: 5 < 7\n\nOpen: https://example.test/a?b=1&c="2"\n\n--\nBecause of House <b>.\n',
    );
  });

  test('is sent in the name of the app that it is about, else of the installation', () => {
    expect(layoutMail(kit(true), { ...parts, app: sample }).sender).toBe('Sample');
    expect(layoutMail(kit(true), { ...parts, app: core }).sender).toBe('House <b>');
    expect(layoutMail(kit(true), { ...parts, locale: 'ar' }).sender).toBe('الدار');
    expect(layoutMail(kit(false), parts).sender).toBe('Platform');
  });

  test.each([
    ['en', 'ltr', 'left'],
    ['ar', 'rtl', 'right'],
  ] as const)('in %s is read %s, in every cell', (locale, direction, side) => {
    const { html } = layoutMail(kit(true), { ...parts, locale });
    expect(html).toContain(`<html lang="${locale}" dir="${direction}">`);
    expect(html.match(/<td dir="/g)?.length).toBe(html.split(`<td dir="${direction}" align="${side}"`).length - 1);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from './search.ts';

test.each([
  ['مَدِينَةُ', 'مدينه'],
  ['أحمد', 'احمد'],
  ['إدارة', 'اداره'],
  ['آمال', 'امال'],
  ['مستشفى', 'مستشفي'],
  ['مسؤول', 'مسوول'],
  ['شاطئ', 'شاطي'],
  ['العـــربية', 'العربيه'],
  ['برج ١٢', 'برج 12'],
  ['طبقه ۷', 'طبقه 7'],
  ['  Marina   HEIGHTS ', 'marina heights'],
])('%s is folded to %s for searches', (text, folded) => expect(fold(text)).toBe(folded));

test('folding is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'أإآٱىةؤئ١٩۴aZ بـ\u064B\u0670\t'), maxLength: 40 }),
      (text) => fold(fold(text)) === fold(text),
    ),
  );
});

import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as rules from '#platform/common/validation/validation.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };

const verdict = (type: z.ZodType, value: unknown) => type.safeParse(value).error?.issues[0]?.message ?? null;

test('every message of a rule is explained in both languages', () => {
  const messages = [
    verdict(rules.email(), ''),
    verdict(rules.email(), 'x'),
    verdict(rules.password(), 'x'),
    verdict(rules.macAddress(), 'x'),
    verdict(rules.phone(), 'x'),
    verdict(rules.requiredText(1), 'xx'),
    verdict(rules.textOfLength({ min: 2 }), 'x'),
    verdict(rules.exactText(2), 'x'),
    verdict(rules.numericText(), 'x'),
    verdict(rules.id(), 0),
    verdict(rules.positiveNumber(), 0),
    verdict(rules.numberWithin(1, 2), 3),
    verdict(rules.hexText(), 'x'),
    verdict(rules.asciiText(), 'ب'),
    verdict(rules.charactersOnly(), '1'),
    verdict(rules.digitsOnly(), 'x'),
    verdict(rules.preferenceKey(), ''),
  ];
  for (const texts of [english, arabic])
    for (const message of messages) expect(texts.validation).toHaveProperty([String(message)]);
});

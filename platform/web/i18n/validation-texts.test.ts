import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as rules from '#platform/common/validation/validation.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };

const faultOf = (type: z.ZodType, value: unknown) => type.safeParse(value).error?.issues[0]?.message ?? null;

test('every message of a rule is explained in both languages', () => {
  const messages = [
    faultOf(rules.email(), ''),
    faultOf(rules.email(), 'x'),
    faultOf(rules.password(), 'x'),
    faultOf(rules.macAddress(), 'x'),
    faultOf(rules.phone(), 'x'),
    faultOf(rules.requiredText(1), 'xx'),
    faultOf(rules.textOfLength({ min: 2 }), 'x'),
    faultOf(rules.exactText(2), 'x'),
    faultOf(rules.numericText(), 'x'),
    faultOf(rules.id(), 0),
    faultOf(rules.positiveNumber(), 0),
    faultOf(rules.numberWithin(1, 2), 3),
    faultOf(rules.hexText(), 'x'),
    faultOf(rules.asciiText(), 'ب'),
    faultOf(rules.charactersOnly(), '1'),
    faultOf(rules.digitsOnly(), 'x'),
    faultOf(rules.preferenceKey(), ''),
  ];
  for (const texts of [english, arabic])
    for (const message of messages) expect(texts.validation).toHaveProperty([String(message)]);
});

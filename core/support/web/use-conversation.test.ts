import { expect, test } from 'vitest';
import type { TicketMessage } from '../common/ticket.ts';
import { joined } from './use-conversation.ts';

const messages = (...all: number[]) => all.map((n) => ({ n }) as TicketMessage);
const numbers = (all: readonly TicketMessage[]) => all.map(({ n }) => n);

test('earlier messages come before the newest page, each once', () => {
  expect(numbers(joined(messages(1, 2, 3), messages(3, 4)))).toEqual([1, 2, 3, 4]);
  expect(numbers(joined([], messages(3, 4)))).toEqual([3, 4]);
});

test('earlier messages are dropped when others may have come between them and the newest page', () => {
  expect(numbers(joined(messages(1, 2, 3), messages(7, 8)))).toEqual([7, 8]);
});

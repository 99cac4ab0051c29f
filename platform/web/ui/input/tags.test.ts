import { expect, test } from 'vitest';
import { addTags } from './tags.ts';

test('typed tags are split on comma, semicolon or pipe and trimmed', () => {
  expect(addTags(['pump', ' roof , tank;north|south '])).toEqual({
    tags: ['pump', 'roof', 'tank', 'north', 'south'],
    refused: false,
  });
  expect(addTags(['مضخة، سطح؛ خزان']).tags).toEqual(['مضخة', 'سطح', 'خزان']);
  expect(addTags(['a', ' , ;|', 'a'])).toEqual({ tags: ['a'], refused: false });
});

test('with maxTags more tags are refused', () => {
  expect(addTags(['a', 'b'], 2)).toEqual({ tags: ['a', 'b'], refused: false });
  expect(addTags(['a', 'b', 'c'], 2)).toEqual({ tags: ['a', 'b'], refused: true });
  expect(addTags(['a,b,c'], 2)).toEqual({ tags: ['a', 'b'], refused: true });
});

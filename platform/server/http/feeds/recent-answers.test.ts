import { expect, test, vi } from 'vitest';
import { type Making, recentAnswers } from './recent-answers.ts';

const limits = { maxAgeMs: 1000, maxBytes: 100, sizeOf: (text: string) => text.length };

test('what fails is made again, and so is what its maker could not finish for those who waited', async () => {
  const answers = recentAnswers(limits);
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('one');
  const waiting = await Promise.allSettled([answers.get('a', make), answers.get('a', make)]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await answers.get('a', make)).value).toBe('one');
  expect(make).toHaveBeenCalledTimes(2);
});

test('the age counts from when the making began', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  const answers = recentAnswers(limits);
  const slow = async () => {
    clock.mockReturnValue(5400);
    return 'slow';
  };
  expect((await answers.get('a', slow)).ageMs).toBe(400);
  clock.mockReturnValue(6000);
  const again = vi.fn(async () => 'again');
  expect((await answers.get('a', again)).value).toBe('again');
  clock.mockRestore();
});

test('the oldest go where all together are too large, and expired ones with the next call', async () => {
  const answers = recentAnswers(limits);
  for (const key of ['a', 'b', 'c', 'd']) await answers.get(key, async () => 'x'.repeat(30));
  expect(answers.size()).toBe(3);
  const make = vi.fn(async () => 'new');
  await answers.get('d', make);
  expect(make).not.toHaveBeenCalled();
  await answers.get('a', make);
  expect(make).toHaveBeenCalled();
  await answers.get('huge', async () => 'x'.repeat(101));
  expect(answers.size()).toBe(0);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
  await answers.get('later', async () => 'x');
  expect(answers.size()).toBe(1);
  clock.mockRestore();
});

test('what is out of date is made again, also if it became so while it was made, but not before its least age', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  const ended = vi.fn();
  const answers = recentAnswers({ ...limits, minAgeMs: 400 });
  let outdate = () => 0;
  const old = async (making: Making) => {
    outdate = making.outdate;
    making.atEnd(ended);
    return 'old';
  };
  const made = answers.get('a', old);
  expect(outdate()).toBe(400);
  expect(await made).toEqual({ value: 'old', ageMs: 0, freshMs: 400 });
  clock.mockReturnValue(5399);
  expect((await answers.get('a', async () => 'new')).value).toBe('old');
  expect(ended).not.toHaveBeenCalled();
  clock.mockReturnValue(5400);
  expect((await answers.get('a', async () => 'new')).value).toBe('new');
  expect(ended).toHaveBeenCalledOnce();
  await answers.get('b', old);
  clock.mockReturnValue(6000);
  expect(outdate()).toBe(0);
  expect((await answers.get('b', async () => 'newer')).value).toBe('newer');
  clock.mockRestore();
});

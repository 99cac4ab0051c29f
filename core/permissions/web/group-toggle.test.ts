import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createOptimistic } from '#platform/web/client/optimistic.ts';
import { createTokens } from '#platform/web/client/tokens.ts';
import { createTransport } from '#platform/web/client/transport.ts';
import { type Granted, toggledOne } from '../common/toggle.ts';

const available = { device: ['read', 'command'], 'operational-alarm': ['read', 'acknowledge', 'comment'] };

/** The answers that the network gives, one after the other; each waits until it is let go. */
type Answer = { status: number; permissions?: Granted };
let asked: Granted[];
let answers: ((answer: Answer) => void)[];
const network = vi.fn(async (_url: unknown, init?: RequestInit) => {
  asked.push(JSON.parse(String(init?.body)).permissions);
  const { status, permissions } = await new Promise<Answer>((resolve) => answers.push(resolve));
  const body = status === 200 ? { data: { permissions: permissions ?? asked.at(-1) } } : { word: 'broken' };
  return new Response(JSON.stringify(body), { status });
});
const onFailure = vi.fn();
const kept = { get: () => null, set: () => undefined, remove: () => undefined };
const transport = createTransport({
  pageId: 'page',
  tokens: createTokens(kept as never),
  fetch: network as never,
  language: () => 'en',
  customer: () => null,
  onPermissions: () => undefined,
  onAnswer: () => undefined,
  onError: onFailure,
  explain: async () => undefined,
  onLost: () => undefined,
  onCustomerLost: () => undefined,
});

const groupWith = (permissions: Granted) => {
  const group = createOptimistic<Granted>(permissions, async (wanted) => {
    const answer = await transport.send({ method: 'PATCH', path: '/g/1', body: { permissions: wanted }, open: true });
    return (answer.data as { permissions: Granted }).permissions;
  });
  return {
    shown: () => group.shown.get(),
    toggle: (entity: string, action: string, on: boolean) =>
      group.apply((before) => toggledOne(before, { entity, action, on }, available)),
    accept: group.accept,
  };
};
/** Answers the request that is under way. */
async function answer(one: Answer) {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  answers.shift()?.(one);
}

beforeEach(() => {
  asked = [];
  answers = [];
  onFailure.mockClear();
});

describe('a switch of a permission group', () => {
  test('shows at once, with what the action needs, before anything is saved', async () => {
    const group = groupWith({});
    group.toggle('operational-alarm', 'acknowledge', true);
    expect(group.shown()).toEqual({ 'operational-alarm': ['acknowledge', 'read'] });
    await answer({ status: 200 });
    expect(asked).toEqual([{ 'operational-alarm': ['acknowledge', 'read'] }]);
  });

  test('removes only its own action when switched off', () => {
    const group = groupWith({ 'operational-alarm': ['read', 'acknowledge'] });
    group.toggle('operational-alarm', 'read', false);
    expect(group.shown()).toEqual({ 'operational-alarm': ['acknowledge'] });
  });

  test('goes back when it could not be saved, and the person is notified', async () => {
    const group = groupWith({ device: ['read'] });
    group.toggle('device', 'command', true);
    expect(group.shown()).toEqual({ device: ['read', 'command'] });
    await answer({ status: 500 });
    await vi.waitFor(() => expect(group.shown()).toEqual({ device: ['read'] }));
    expect(onFailure).toHaveBeenCalledOnce();
  });

  test('that fails leaves the switches that came after it', async () => {
    const group = groupWith({ device: ['read'] });
    group.toggle('device', 'command', true);
    group.toggle('operational-alarm', 'comment', true);
    await answer({ status: 500 });
    await answer({ status: 200 });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({ device: ['read'], 'operational-alarm': ['comment', 'read'] });
    expect(group.shown()).toEqual({ device: ['read'], 'operational-alarm': ['comment', 'read'] });
  });

  test('waits for the one before, and is not undone by live updates of the server', async () => {
    const group = groupWith({});
    group.toggle('device', 'read', true);
    group.toggle('device', 'command', true);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    group.accept({});
    expect(group.shown()).toEqual({ device: ['read', 'command'] });
    await answer({ status: 200 });
    await answer({ status: 200 });
    await vi.waitFor(() => expect(asked).toEqual([{ device: ['read'] }, { device: ['read', 'command'] }]));
  });
});

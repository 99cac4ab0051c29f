import type { RequestError } from '#platform/web/client/request-error.ts';
import type { useText } from './api.ts';

const words = ['code-unknown', 'code-used', 'code-void', 'code-expired', 'wrong-app', 'too-many-codes'] as const;

/** Why a code cannot be used, in a sentence. */
export function refusalText(t: ReturnType<typeof useText>, error: RequestError): string {
  const word = words.find((one) => one === error.word);
  if (word) return t(`errors.${word}`, { count: 50 });
  return t(error.status === 429 ? 'tooFast' : 'failed');
}

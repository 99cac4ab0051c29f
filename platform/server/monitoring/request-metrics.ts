import { counter, duration } from './metrics.ts';

// Each route has few series, because writing them blocks the process, and because refused requests must not add any.
const seconds = duration('http_request', 'Answered HTTP requests by route', ['method', 'route'], [0.1, 0.5, 2]);
const responses = counter('http_responses', 'HTTP responses by class of status', ['status']);
const failures = counter('http_failures', 'HTTP requests that failed in the server (5xx), by route', [
  'method',
  'route',
]);

type Answered = { method: string; route: string; status: number; ms: number };

export function countRequest({ method, route, status, ms }: Answered): void {
  responses.inc({ status: `${Math.floor(status / 100)}xx` });
  if (status >= 500) failures.inc({ method, route });
  else if (status < 400) seconds.observe({ method, route }, ms / 1000);
}

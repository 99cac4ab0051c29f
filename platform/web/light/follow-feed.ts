/**
 * Follows a JSON feed: calls `take` with the answer now and with each later one. Returns the function that ends it. Where
 * streams are not let through, nothing comes, so the page asks from time to time as well.
 */
export function followFeed<Answer>(url: string, take: (answer: Answer) => void): () => void {
  const source = new EventSource(url);
  source.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data) as Answer);
  // Nothing will come any more; the page learns why when it asks.
  source.addEventListener('gone', () => source.close());
  return () => source.close();
}

/**
 * A statement that gives a device ($1) a month with this many positions ($2), ending now: loops of many sizes around a
 * town.
 */
export const longTrail = `
  WITH place AS (
    SELECT now() - ($2::integer - n) * (interval '29 days' / $2::integer) AS time,
           24.6 + 0.25 * sin(n / 7001.0) + 0.05 * sin(n / 463.0) + 0.004 * sin(n / 29.0) AS lat,
           46.7 + 0.25 * cos(n / 5003.0) + 0.05 * cos(n / 389.0) + 0.004 * cos(n / 23.0) AS lng,
           (60 + 55 * sin(n / 97.0))::real AS speed, (n % 360)::real AS heading
      FROM generate_series(1, $2::integer) n)
  INSERT INTO device_position (device_id, time, lat, lng, accuracy, speed, heading, source)
  SELECT $1::integer, time, lat, lng, 5, speed, heading, 0 FROM place ON CONFLICT DO NOTHING`;

/** Runs in the page: the lengths of the frames within a number of milliseconds. */
export const frameTimes = (ms: number): Promise<number[]> =>
  new Promise((done) => {
    const frames: number[] = [];
    let before = performance.now();
    const until = before + ms;
    const tick = (now: number) => {
      frames.push(now - before);
      before = now;
      if (now < until) requestAnimationFrame(tick);
      else done(frames.slice(1));
    };
    requestAnimationFrame(tick);
  });

/**
 * Runs in the page: resolves when nothing has blocked it for a number of milliseconds, as when a map has loaded what it
 * draws.
 */
export const untilQuiet = (quietMs: number): Promise<void> =>
  new Promise((done) => {
    let timer = setTimeout(done, quietMs);
    new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    }).observe({ type: 'longtask' });
  });

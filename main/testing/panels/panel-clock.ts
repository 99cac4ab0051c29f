import { recordIntake } from '#core/devices/server/silence/outages.ts';
import { duePaths } from '#core/devices/server/silence/paths.ts';
import { dueSilence } from '#core/devices/server/silence/silence.ts';
import type { DueWork } from '#platform/server/due.ts';
import type { Rasid } from '../../testing.ts';
import { dueDone } from '../test-device.ts';

const earlier = (...columns: string[]) =>
  columns.map((column) => `${column} = ${column} - $1 * interval '1 second'`).join();
const timePasses = `WITH states AS (UPDATE device_state SET ${earlier('last_message_at', 'silent_until', 'counted_from')}),
                         troubles AS (UPDATE defcon_sia_trouble SET ${earlier('last_at', 'clears_at')}),
                         paths AS (UPDATE device_path SET ${earlier('last_at', 'silent_until', 'counted_from')})`;

/** The time in which panels are silent. */
export class PanelClock {
  private readonly app: Rasid;
  private readonly works: readonly DueWork[];

  constructor(app: Rasid, works: readonly DueWork[]) {
    this.app = app;
    this.works = [duePaths, dueSilence, ...works];
  }

  /** Does what is due. */
  look(): Promise<void> {
    return dueDone(this.app, this.works);
  }

  /** Lets this time pass while the platform works. */
  async pass(seconds: number): Promise<void> {
    await this.app.kit.pool.query(`${timePasses} SELECT`, [seconds]);
    await this.look();
  }

  /** Lets this time pass while the platform does not run, and starts it. */
  async restartAfter(seconds: number): Promise<void> {
    await this.app.kit.pool.query(`${timePasses} UPDATE intake_role SET ${earlier('seen_at')}`, [seconds]);
    await recordIntake(this.app.kit);
    await this.look();
  }
}

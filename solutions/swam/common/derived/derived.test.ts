import { describe, expect, test } from 'vitest';
import {
  type AirScale,
  airIndex,
  airQualityIndex,
  airTables,
  classOfIndex,
  meanOfEightHours,
  nowCast,
  type Pollutant,
  severityOfIndex,
} from './air-quality-index.ts';
import { chilledState } from './chilled-water.ts';
import { exposureOf, gasState, worstGas } from './gas-exposure.ts';
import {
  isContinuous,
  isUnusualNight,
  leakEstimate,
  lossPerYear,
  medianOf,
  minimumNightFlow,
  nightConclusions,
} from './night-flow.ts';
import { demandOf, spreadOf, unbalanceOf } from './power-quality.ts';
import { filledShare, netRate, refillsIn, tankOutlook, volumeAt } from './tank.ts';
import { qualityBands, qualityScore, qualitySensors, waterScore } from './water-quality.ts';

const hour = 3_600_000;

describe('the air quality index', () => {
  /** Both ends of every class, as the table of the US EPA of May 2024 prints them. */
  const ends: Record<Pollutant, readonly [from: number, to: number, low: number, high: number][]> = {
    pm25: [
      [0, 9, 0, 50],
      [9.1, 35.4, 51, 100],
      [35.5, 55.4, 101, 150],
      [55.5, 125.4, 151, 200],
      [125.5, 225.4, 201, 300],
      [225.5, 325.4, 301, 500],
    ],
    pm10: [
      [0, 54, 0, 50],
      [55, 154, 51, 100],
      [155, 254, 101, 150],
      [255, 354, 151, 200],
      [355, 424, 201, 300],
      [425, 604, 301, 500],
    ],
    ozone: [
      [0, 54, 0, 50],
      [55, 70, 51, 100],
      [71, 85, 101, 150],
      [86, 105, 151, 200],
      [106, 200, 201, 300],
    ],
  };
  const scale: AirScale = 'us-epa-2024';

  for (const pollutant of ['pm25', 'pm10', 'ozone'] as const)
    test(`the index of ${pollutant} matches the US EPA at both ends of every class`, () => {
      expect(
        ends[pollutant].map(([from, to]) => [
          airQualityIndex(scale, pollutant, from),
          airQualityIndex(scale, pollutant, to),
        ]),
      ).toEqual(ends[pollutant].map(([, , low, high]) => [low, high]));
    });

  test('a concentration is truncated to the step of its pollutant before it is classed', () => {
    expect([
      airQualityIndex(scale, 'pm25', 9.09),
      airQualityIndex(scale, 'pm25', 35.49),
      airQualityIndex(scale, 'pm10', 54.9),
    ]).toEqual([50, 100, 50]);
  });

  test('a concentration beyond the table has the highest index of the table', () => {
    expect([airQualityIndex(scale, 'pm25', 900), airQualityIndex(scale, 'ozone', 900)]).toEqual([500, 300]);
  });

  test('the scale of 2012 rates the same fine dust lower than that of 2024', () => {
    expect([airQualityIndex('us-epa-2012', 'pm25', 12), airQualityIndex(scale, 'pm25', 12)]).toEqual([50, 56]);
    for (const name of ['us-epa-2024', 'us-epa-2012'] as const)
      for (const [pollutant, { classes }] of Object.entries(airTables[name]))
        for (const [concentration, index] of classes)
          expect(airQualityIndex(name, pollutant as Pollutant, concentration), `${name} ${pollutant}`).toBe(index);
  });

  test('steady air has the NowCast of its hours, and falling air weighs the newest hours most', () => {
    expect(nowCast(Array(12).fill(20))).toBeCloseTo(20);
    // The lowest is a tenth of the highest: the weight is one half.
    expect(nowCast([10, 100])).toBeCloseTo((10 + 0.5 * 100) / 1.5);
    expect(nowCast([40, 50, 50])).toBeCloseTo((40 + 0.8 * 50 + 0.64 * 50) / (1 + 0.8 + 0.64));
  });

  test('hours without readings keep their place in the NowCast', () => {
    expect(nowCast([40, null, 50])).toBeCloseTo((40 + 0.64 * 50) / 1.64);
  });

  test('there is no index if two of the latest three hours are missing', () => {
    const old = Array(9).fill(20);
    expect([nowCast([20, null, null, ...old]), nowCast([null, null, 20, ...old])]).toEqual([null, null]);
    expect(meanOfEightHours([20, null, null, 20, 20, 20, 20, 20])).toBeNull();
    expect(airIndex(scale, { pm25: [null, 20, null, ...old], ozone: [] })).toBeNull();
  });

  test('the index of the air is the highest of its pollutants, with the name of that pollutant', () => {
    expect(airIndex(scale, { pm25: [9, 9, 9], pm10: [154, 154, 154], ozone: Array(8).fill(54) })).toEqual({
      index: 100,
      pollutant: 'pm10',
      parts: { pm25: 50, pm10: 100, ozone: 50 },
    });
  });

  test('an index has a severity and the name of its class', () => {
    expect([50, 51, 101, 151, 201, 301].map((index) => [severityOfIndex(index), classOfIndex(index)])).toEqual([
      ['good', 'good'],
      ['ok', 'moderate'],
      ['poor', 'sensitive'],
      ['problem', 'unhealthy'],
      ['problem', 'very-unhealthy'],
      ['problem', 'hazardous'],
    ]);
  });
});

describe('the quality of water', () => {
  test('a value scores 100 within its good range and 40 and 10 at the limits of poor and problem', () => {
    expect([7.4, 6.5, 6, 5].map((ph) => qualityScore('ph', ph)?.score)).toEqual([100, 40, 10, 10]);
    expect(qualityScore('turbidity', 0.75)).toEqual({ sensor: 'turbidity', score: 85, severity: 'good' });
  });

  test('the score of the water is the worst of its values', () => {
    expect(waterScore({ ph: 7.4, turbidity: 0.3, chlorine: 0.1, battery: 3 })).toEqual({
      sensor: 'chlorine',
      score: 25,
      severity: 'poor',
    });
    expect(waterScore({ battery: 3 })).toBeNull();
  });

  test('the bands of a scale touch each other and alternate in severity', () => {
    for (const sensor of qualitySensors) {
      const bands = qualityBands(sensor);
      for (const [n, band] of bands.entries()) if (n > 0) expect(band.from, sensor).toBe(bands[n - 1]?.to);
    }
    expect(qualityBands('turbidity').map(({ severity }) => severity)).toEqual(['good', 'ok', 'poor', 'problem']);
  });
});

describe('a tank', () => {
  test('an upright tank fills in proportion, a horizontal one by the segment of its circle', () => {
    expect([0, 1, 2, 3].map((level) => volumeAt({ shape: 'upright', height: 2, volume: 10 }, level))).toEqual([
      0, 5, 10, 10,
    ]);
    const lying = { shape: 'lying', height: 2 } as const;
    expect(filledShare(lying, 1)).toBeCloseTo(0.5);
    // A quarter of the height holds 19.55 % of a horizontal cylinder.
    expect(filledShare(lying, 0.5)).toBeCloseTo(0.1955, 4);
    expect(filledShare(lying, 2)).toBeCloseTo(1);
  });

  test('the time to empty or full follows the mean net rate', () => {
    const form = { volume: 20 };
    expect(tankOutlook(form, 12, -3)).toEqual({ state: 'emptying', hours: 4 });
    expect(tankOutlook(form, 12, 4)).toEqual({ state: 'filling', hours: 2 });
    expect(tankOutlook(form, 12, 0.01)).toEqual({ state: 'steady', hours: null });
    expect(
      netRate([
        { at: 0, value: 10 },
        { at: 2 * hour, value: 6 },
      ]),
    ).toBeCloseTo(-2);
    expect(
      netRate([
        { at: 0, value: 10 },
        { at: hour / 4, value: 6 },
      ]),
    ).toBeNull();
  });

  test('a rise of five percent within two hours is a refill, and a long one is one refill', () => {
    const at = (...values: number[]) => values.map((value, n) => ({ at: n * hour, value }));
    expect(refillsIn(at(50, 48, 60, 75, 80, 70, 66))).toEqual([{ from: hour, to: 4 * hour, before: 48, after: 80 }]);
    expect(refillsIn(at(50, 52, 54, 56))).toEqual([]);
    expect(refillsIn(at(40, 60, 50, 40, 30, 20, 40))).toHaveLength(2);
  });
});

describe('gas', () => {
  test('the state of a gas is its share of the limit, and oxygen is safe between two limits', () => {
    expect(gasState('methane', 5)).toEqual({ severity: 'good', share: 0.25, limit: '20' });
    expect(gasState('methane', 10)?.severity).toBe('poor');
    expect(gasState('carbonMonoxide', 200)).toMatchObject({ severity: 'problem', share: 1 });
    expect(gasState('oxygen', 20.9)).toMatchObject({ severity: 'good', share: 0 });
    expect([19.4, 23.6].map((value) => gasState('oxygen', value)?.severity)).toEqual(['problem', 'problem']);
  });

  test('the air is as safe as its worst gas, by severity and then by the share of its limit', () => {
    expect(worstGas({ methane: 2, hydrogenSulfide: 4, oxygen: 20.9 })).toMatchObject({
      sensor: 'hydrogenSulfide',
      severity: 'good',
    });
    expect(worstGas({ methane: 11, carbonMonoxide: 150, oxygen: 20 })).toMatchObject({
      sensor: 'carbonMonoxide',
      severity: 'poor',
    });
    expect(worstGas({ methane: 11, oxygen: 19 })).toMatchObject({ sensor: 'oxygen', severity: 'problem' });
    expect(worstGas({})).toBeNull();
  });

  test('the short-term mean is that of the last quarter, the time-weighted mean that of the known quarters', () => {
    expect(exposureOf([...Array(16).fill(10), ...Array(16).fill(30)])).toEqual({ stel: 30, twa: 20, hours: 8 });
    expect(exposureOf([8, null, null])).toEqual({ stel: null, twa: 8, hours: 0.25 });
    expect(exposureOf([])).toEqual({ stel: null, twa: null, hours: 0 });
  });
});

describe('energy', () => {
  test('the imbalance is the largest deviation from the mean voltage', () => {
    expect(unbalanceOf([230, 230, 230])).toBe(0);
    expect(unbalanceOf([220, 230, 240])).toBeCloseTo(4.348, 3);
    expect(unbalanceOf([230])).toBeNull();
  });

  test('the demand is the highest half hour', () => {
    expect(
      demandOf([
        { at: 1, value: 3 },
        { at: 2, value: 7 },
        { at: 3, value: 5 },
      ]),
    ).toEqual({ at: 2, value: 7 });
    expect(demandOf([])).toBeNull();
  });

  test('the power of chilled water is checked against its flow and temperatures', () => {
    const water = { supply: 6, return: 12, flow: 10 };
    expect(chilledState({ ...water, power: 70 })).toMatchObject({ deltaT: 6, plausible: true });
    expect(chilledState({ ...water, power: 90 }).plausible).toBe(false);
    expect(chilledState({ ...water, power: 35.17 }).tons).toBeCloseTo(10);
    expect(chilledState({ ...water, flow: null, power: 90 }).plausible).toBeNull();
  });

  test('the spread of probes is the highest less the lowest', () => {
    expect([spreadOf([3, 5.5, 4]), spreadOf([3])]).toEqual([2.5, null]);
  });
});

describe('night flow', () => {
  test('the night flow is the lowest quarter of an hour, and the leak is its excess over the legitimate use', () => {
    expect(minimumNightFlow([0.8, 0.4, null, 0.6])).toBe(0.4);
    expect(minimumNightFlow([null])).toBeNull();
    expect([leakEstimate(0.4, 1.7), leakEstimate(0.01, 1.7)]).toEqual([22.3, 0]);
    expect(lossPerYear(22.3)).toBeCloseTo(195.348);
  });

  test('a night is unusual above twice the median and above the legitimate use', () => {
    expect(medianOf([3, 1, 2, 10])).toBe(2.5);
    const before = [0.1, 0.2, 0.1, 0.3];
    expect([0.2, 0.5].map((flow) => isUnusualNight(flow, before, 1.7))).toEqual([false, true]);
    expect(isUnusualNight(0.5, before, 100)).toBe(false);
    expect(isUnusualNight(0.5, [], 1.7)).toBe(false);
  });

  test('a night with a leak is never called quiet', () => {
    const night = { unusual: false, continuous: false, leak: 38 };
    expect(nightConclusions(night)).toEqual(['steady']);
    expect(nightConclusions({ ...night, leak: 0 })).toEqual(['quiet']);
    expect(nightConclusions({ ...night, leak: null, continuous: null })).toEqual(['quiet']);
    expect(nightConclusions({ unusual: true, continuous: true, leak: 38 })).toEqual(['unusual', 'continuous']);
  });

  test('water flows continuously when no quarter of the last day is without flow', () => {
    expect(isContinuous(Array(96).fill(0.6))).toBe(true);
    expect(isContinuous([...Array(95).fill(0.6), 0.5])).toBe(false);
    expect(isContinuous(Array(20).fill(0.6))).toBeNull();
  });
});
